/// Builds values in the Distinguished Encoding Rules.
enum DERBuilder {
    static func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        if content.count < 0x80 { return [tag, UInt8(content.count)] + content }
        return [tag, 0x84] + big(content.count, 4) + content
    }

    static func sequence(_ parts: [UInt8]...) -> [UInt8] { value(0x30, parts.flatMap { $0 }) }

    private static func name(_ commonName: String) -> [UInt8] {
        sequence(value(0x31, sequence([0x06, 3, 0x55, 0x04, 0x03], value(0x0C, Array(commonName.utf8)))))
    }

    /// A certificate that nobody signed.
    static func certificate(_ commonName: String, serial: UInt8 = 7) -> [UInt8] {
        let body = sequence(
            value(0xA0, [2, 1, 2]),
            value(2, [serial]),
            sequence(),
            name("Issuer"),
            sequence(),
            name(commonName)
        )
        return sequence(body, sequence(), value(3, [0]))
    }

    /// A CMS SignedData whose only signer names the certificate with a serial number.
    static func signedData(_ content: [UInt8], certificates: [[UInt8]], serial: UInt8 = 7) -> [UInt8] {
        let type: [UInt8] = [0x06, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07]
        let signer = sequence(value(2, [1]), sequence(name("Issuer"), value(2, [serial])))
        let inner = sequence(type + [1], value(0xA0, value(4, content)))
        let data = sequence(
            value(2, [1]),
            value(0x31, []),
            inner,
            value(0xA0, certificates.flatMap { $0 }),
            value(0x31, signer)
        )
        return sequence(type + [2], value(0xA0, data))
    }
}
