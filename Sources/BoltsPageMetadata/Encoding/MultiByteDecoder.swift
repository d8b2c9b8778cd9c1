/// A decoder of the Encoding Standard for one of the multi-byte encodings of Chinese, Japanese and Korean.
///
/// It is fed byte by byte and keeps at most three bytes between two calls.
enum MultiByteDecoder: Sendable {
    case shiftJIS(ShiftJISDecoder)
    case eucJP(EUCJPDecoder)
    case gb18030(GB18030Decoder)
    case big5(Big5Decoder)
    case eucKR(EUCKRDecoder)

    /// - Returns: `nil` for an encoding that is not one of these.
    init?(_ encoding: WebEncoding) {
        switch encoding {
        case .shiftJIS: self = .shiftJIS(ShiftJISDecoder())
        case .eucJP: self = .eucJP(EUCJPDecoder())
        // The two differ only in their encoders.
        case .gbk, .gb18030: self = .gb18030(GB18030Decoder())
        case .big5: self = .big5(Big5Decoder())
        case .eucKR: self = .eucKR(EUCKRDecoder())
        default: return nil
        }
    }

    /// Decodes one more byte.
    ///
    /// - Parameters:
    ///   - byte: The byte.
    ///   - output: Where the characters that are complete go, in UTF-8. An error appends U+FFFD.
    mutating func decode(_ byte: UInt8, into output: inout [UInt8]) {
        switch self {
        case .shiftJIS(var decoder):
            decoder.decode(byte, into: &output)
            self = .shiftJIS(decoder)
        case .eucJP(var decoder):
            decoder.decode(byte, into: &output)
            self = .eucJP(decoder)
        case .gb18030(var decoder):
            decoder.decode(byte, into: &output)
            self = .gb18030(decoder)
        case .big5(var decoder):
            decoder.decode(byte, into: &output)
            self = .big5(decoder)
        case .eucKR(var decoder):
            decoder.decode(byte, into: &output)
            self = .eucKR(decoder)
        }
    }

    /// Decodes text that an ASCII byte follows which no character can contain, such as a quote or a space.
    ///
    /// That is how every attribute value ends. It differs from the end of the input in what an incomplete sequence
    /// costs: the bytes of it that are ASCII are text again.
    mutating func decode(textBeforeDelimiter bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        for byte in bytes { decode(byte, into: &output) }
        decode(Byte.quote, into: &output)
        output.removeLast()
        return output
    }
}
