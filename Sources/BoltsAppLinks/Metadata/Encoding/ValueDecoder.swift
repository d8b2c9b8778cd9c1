/// Decodes values of one page from the page's encoding.
struct ValueDecoder {
    let encoding: WebEncoding

    private var multiByte: MultiByteDecoder?

    init(encoding: WebEncoding) {
        self.encoding = encoding
        multiByte = MultiByteDecoder(encoding)
    }

    /// The value that the bytes of an attribute stand for, with its character references decoded.
    ///
    /// What cannot be decoded becomes U+FFFD, as the Encoding Standard says.
    mutating func attributeValue(_ bytes: [UInt8]) -> String {
        // Decoding comes first: in gb18030 a digit can be the second half of a character.
        let text = utf8(bytes)
        return String(decoding: CharacterReferences.decoding(text, inAttribute: true), as: UTF8.self)
    }

    private mutating func utf8(_ bytes: [UInt8]) -> [UInt8] {
        if let table = encoding.singleByteTable {
            return Self.utf8(bytes) { UInt32(table[Int($0) - 0x80]) }
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
            return multiByte?.utf8(bytes) ?? bytes
        }
    }

    private static func utf8(_ bytes: [UInt8], _ upperHalf: (UInt8) -> UInt32) -> [UInt8] {
        guard bytes.contains(where: { $0 >= 0x80 }) else { return bytes }
        var text = String.UnicodeScalarView()
        for byte in bytes {
            text.append(byte < 0x80 ? Unicode.Scalar(byte) : Unicode.Scalar(upperHalf(byte)) ?? "\u{FFFD}")
        }
        return Array(String(text).utf8)
    }
}
