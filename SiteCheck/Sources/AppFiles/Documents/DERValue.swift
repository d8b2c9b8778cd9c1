/// A value in the Distinguished Encoding Rules of ASN.1 (ITU-T X.690).
struct DERValue {
    /// The first byte: class, form and number of the tag.
    let tag: Int
    let content: ByteView
    /// The whole value with its tag and length.
    let encoded: ByteView

    static let integer = 0x02
    static let octetString = 0x04
    static let objectIdentifier = 0x06
    static let utf8String = 0x0C
    static let sequence = 0x30
    static let set = 0x31

    private static let maximumChildCount = 10_000

    /// Reads the value at the beginning of bytes; the bytes after it are ignored.
    init(_ bytes: ByteView) throws(FormatError) {
        tag = try bytes.uint8(at: 0)
        guard tag & 0x1F != 0x1F else { throw FormatError("has a signature or a certificate that cannot be read") }
        let first = try bytes.uint8(at: 1)
        var length = first
        var start = 2
        if first >= 0x80 {
            // 0x80 means that the length is known only at the end, which DER forbids.
            guard (1...4).contains(first - 0x80) else {
                throw FormatError("has a signature or a certificate that cannot be read")
            }
            length = try bytes.bigEndian(at: 2, size: first - 0x80)
            start += first - 0x80
        }
        content = try bytes.view(at: start, count: length)
        encoded = try bytes.view(at: 0, count: start + length)
    }

    /// The values inside.
    func children() throws(FormatError) -> [DERValue] {
        var result: [DERValue] = []
        var rest = content
        while rest.count > 0 {
            guard result.count < Self.maximumChildCount else {
                throw FormatError("has a signature or a certificate with too many parts")
            }
            let child = try DERValue(rest)
            result.append(child)
            rest = try rest.view(from: child.encoded.count)
        }
        return result
    }

    /// The value inside this one at an index, which must have the tag if one is given.
    func child(_ index: Int, tag: Int? = nil) throws(FormatError) -> DERValue {
        let children = try children()
        guard index < children.count, tag == nil || children[index].tag == tag else {
            throw FormatError("has a signature or a certificate in another format")
        }
        return children[index]
    }
}
