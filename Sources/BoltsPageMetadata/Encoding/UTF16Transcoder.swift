/// The UTF-16 decoder of the Encoding Standard, for input that arrives in pieces.
///
/// The tags of a page in UTF-16 are not ASCII, so it is transcoded before it is tokenized.
struct UTF16Transcoder {
    let isBigEndian: Bool
    private var oddByte: UInt8?
    private var highSurrogate: UInt32?

    init(isBigEndian: Bool) {
        self.isBigEndian = isBigEndian
    }

    mutating func transcode(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
        for index in bytes.indices {
            guard let first = oddByte else {
                oddByte = bytes[index]
                continue
            }
            oddByte = nil
            let second = bytes[index]
            append(isBigEndian ? UInt32(first) << 8 | UInt32(second) : UInt32(second) << 8 | UInt32(first), to: &output)
        }
    }

    /// Ends the input; an incomplete character is an error.
    mutating func finish(into output: inout [UInt8]) {
        if oddByte != nil || highSurrogate != nil { output.appendReplacementCharacter() }
    }

    private mutating func append(_ unit: UInt32, to output: inout [UInt8]) {
        if let high = highSurrogate {
            highSurrogate = nil
            if unit & 0xFC00 == 0xDC00 {
                output.append(codePoint: 0x1_0000 + (high & 0x3FF) << 10 + unit & 0x3FF)
                return
            }
            output.appendReplacementCharacter()
        }
        if unit & 0xFC00 == 0xD800 {
            highSurrogate = unit
        } else {
            output.append(codePoint: unit)
        }
    }
}
