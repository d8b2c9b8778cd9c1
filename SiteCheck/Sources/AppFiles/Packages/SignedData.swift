/// The needed parts of a CMS SignedData (RFC 5652): its content and its signer's certificate; nothing is verified.
struct SignedData {
    private let fields: [DERValue]

    init(_ bytes: [UInt8]) throws(FormatError) {
        let info = try DERValue(ByteView(bytes))
        guard info.tag == DERValue.sequence else { throw FormatError("has no signature that can be read") }
        // The object identifier of SignedData, 1.2.840.113549.1.7.2.
        let type = try info.child(0, tag: DERValue.objectIdentifier)
        guard Array(type.content.bytes) == [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02] else {
            throw FormatError("has a signature that is not in the CMS format")
        }
        fields = try info.child(1, tag: 0xA0).child(0, tag: DERValue.sequence).children()
        guard fields.count >= 4 else { throw FormatError("has a signature in another format") }
    }

    /// The content that is signed.
    func content() throws(FormatError) -> [UInt8] {
        let octets = try fields[2].child(1, tag: 0xA0).child(0)
        if octets.tag == DERValue.octetString { return Array(octets.content.bytes) }
        // The string may be encoded in several pieces.
        var bytes: [UInt8] = []
        for piece in try octets.children() where piece.tag == DERValue.octetString { bytes += piece.content.bytes }
        return bytes
    }

    /// The certificate of the first signer: the one that it names, or the first of all.
    func certificate() throws(FormatError) -> Certificate {
        guard let list = fields.first(where: { $0.tag == 0xA0 }) else {
            throw FormatError("has a signature without a certificate")
        }
        var certificates: [Certificate] = []
        for value in try list.children().prefix(20) where value.tag == DERValue.sequence {
            certificates.append(try Certificate(value))
        }
        guard let first = certificates.first else { throw FormatError("has a signature without a certificate") }
        guard let signers = fields.last(where: { $0.tag == DERValue.set }),
            let name = try? signers.child(0).child(1, tag: DERValue.sequence),
            let issuer = try? name.child(0), let serial = try? name.child(1)
        else { return first }
        return certificates.first { $0.isNamed(by: issuer, serial) } ?? first
    }
}
