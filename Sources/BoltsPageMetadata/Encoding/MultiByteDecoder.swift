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
    ///   - output: The complete characters are appended to it in UTF-8, and U+FFFD for an error.
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

    /// Decodes text before an ASCII byte that cannot be part of a character, such as a quote or a space.
    ///
    /// Every attribute value ends like that. Unlike at the end of the input, the ASCII bytes of an incomplete sequence
    /// are decoded as text.
    mutating func decode(textBeforeDelimiter bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        for byte in bytes { decode(byte, into: &output) }
        decode(Byte.quote, into: &output)
        output.removeLast()
        return output
    }
}
