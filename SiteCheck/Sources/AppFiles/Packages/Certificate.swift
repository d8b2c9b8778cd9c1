import BoltsBase
import BoltsSiteCheck

/// The needed parts of an X.509 certificate (RFC 5280): its fingerprint, and whether it is a debug certificate.
struct Certificate {
    private let encoded: [UInt8]
    private let serial: [UInt8]
    private let issuer: [UInt8]
    private let subject: DERValue

    init(_ value: DERValue) throws(FormatError) {
        encoded = Array(value.encoded.bytes)
        var fields = try value.child(0, tag: DERValue.sequence).children()
        // The oldest certificates omit the version.
        if fields.first?.tag == 0xA0 { fields.removeFirst() }
        guard fields.count >= 5 else { throw FormatError("has a certificate that cannot be read") }
        serial = Array(fields[0].encoded.bytes)
        issuer = Array(fields[2].encoded.bytes)
        subject = fields[4]
    }

    init(_ bytes: ByteView) throws(FormatError) { try self.init(DERValue(bytes)) }

    func isNamed(by issuer: DERValue, _ serial: DERValue) -> Bool {
        Array(issuer.encoded.bytes) == self.issuer && Array(serial.encoded.bytes) == self.serial
    }

    /// The certificate as part of an app's claims.
    var claims: AppCertificate {
        AppCertificate(fingerprint: SHA256.hash(encoded), isDebug: commonName == "Android Debug")
    }

    /// The subject's common name (2.5.4.3).
    private var commonName: String? {
        for set in (try? subject.children()) ?? [] {
            for pair in (try? set.children()) ?? [] {
                guard let type = try? pair.child(0, tag: DERValue.objectIdentifier), let value = try? pair.child(1),
                    Array(type.content.bytes) == [0x55, 0x04, 0x03]
                else { continue }
                return String(decoding: value.content.bytes, as: UTF8.self)
            }
        }
        return nil
    }
}
