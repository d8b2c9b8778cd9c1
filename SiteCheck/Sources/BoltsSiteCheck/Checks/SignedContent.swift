/// Unwraps a file that was signed as the first versions of iOS required: CMS in DER.
enum SignedContent {
    /// Returns the content of a CMS `SignedData`, or `nil` if the bytes are something else.
    ///
    /// The signature is not checked.
    static func content(of bytes: [UInt8]) -> [UInt8]? {
        guard bytes.first == 0x30 else { return nil }
        let all = bytes[...]
        // ContentInfo: type, [0] content; SignedData: version, digests, encapsulated content.
        guard let info = value(0x30, in: all), let type = element(in: info), type.tag == 0x06,
            let wrapped = value(0xA0, in: info[type.end...]), let signed = value(0x30, in: wrapped),
            let version = element(in: signed), version.tag == 0x02,
            let digests = element(in: signed[version.end...]), digests.tag == 0x31,
            let encapsulated = value(0x30, in: signed[digests.end...]),
            let contentType = element(in: encapsulated), contentType.tag == 0x06,
            let content = value(0xA0, in: encapsulated[contentType.end...]), let octets = value(0x04, in: content)
        else { return nil }
        return Array(octets)
    }

    private static func value(_ tag: UInt8, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let element = element(in: bytes), element.tag == tag else { return nil }
        return bytes[element.start..<element.end]
    }

    /// Returns the tag and the content of the first element, of definite length.
    private static func element(in bytes: ArraySlice<UInt8>) -> (tag: UInt8, start: Int, end: Int)? {
        guard bytes.count >= 2 else { return nil }
        let tag = bytes[bytes.startIndex]
        let first = Int(bytes[bytes.startIndex + 1])
        var start = bytes.startIndex + 2
        var length = first
        if first >= 0x80 {
            let count = first - 0x80
            guard (1...4).contains(count), bytes.count >= 2 + count else { return nil }
            length = bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
            start += count
        }
        guard length <= bytes.endIndex - start else { return nil }
        return (tag, start, start + length)
    }
}
