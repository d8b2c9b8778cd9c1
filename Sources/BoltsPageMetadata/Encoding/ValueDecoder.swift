/// Decodes attribute values from the encoding of their page.
struct ValueDecoder {
    let encoding: WebEncoding

    /// Decodes the bytes of a value, which ends before a quote, a space or `>` in the page.
    ///
    /// - Returns: The text in UTF-8, with U+FFFD for each error. In UTF-8 pages the bytes are returned as they are.
    func utf8(_ bytes: [UInt8]) -> [UInt8] {
        // In every other encoding, a value of ASCII bytes is ASCII text.
        guard encoding == .iso2022JP || bytes.contains(where: { $0 >= 0x80 }) else { return bytes }
        if let index = encoding.singleByteIndex {
            return Self.utf8(bytes) { index[Int($0) - 0x80] }
        }
        switch encoding {
        case .userDefined:
            return Self.utf8(bytes) { 0xF700 + UInt32($0) }
        case .iso2022JP:
            var transcoder = ISO2022JPTranscoder()
            var output: [UInt8] = []
            let slice = bytes[...]
            transcoder.transcode(slice.span, into: &output)
            transcoder.finish(into: &output)
            return output
        default:
            var decoder = MultiByteDecoder(encoding)
            return decoder?.decode(textBeforeDelimiter: bytes) ?? bytes
        }
    }

    private static func utf8(_ bytes: [UInt8], _ upperHalf: (UInt8) -> UInt32?) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        for byte in bytes {
            if byte < 0x80 {
                output.append(byte)
            } else if let codePoint = upperHalf(byte) {
                output.append(codePoint: codePoint)
            } else {
                output.appendReplacementCharacter()
            }
        }
        return output
    }
}
