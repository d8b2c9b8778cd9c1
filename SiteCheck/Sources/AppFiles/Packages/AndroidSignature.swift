import BoltsSiteCheck

/// The certificates of an Android package's signers: from the signing block (APK Signature Scheme v2, v3, v3.1), or from the
/// JAR signature.
///
/// Nothing is verified.
struct AndroidSignature {
    private static let maximumBlockSize = 32 << 20
    private static let maximumPairCount = 1_000
    private static let maximumSignerCount = 10
    private static let maximumJARSize = 4 << 20
    private static let schemes = [0x1B93_AD61, 0xF053_68C0, 0x7109_871A]
    /// The block that the Play Store adds to delivered packages.
    private static let frosting = 0x2146_444E

    /// The certificates, without duplicates, or `nil` if the package is not signed.
    private(set) var certificates: [AppCertificate]?
    /// Whether a store delivered the package.
    private(set) var isDelivered = false

    init(_ archive: ZIPArchive) throws(FormatError) {
        var found: [AppCertificate] = []
        var isSigned = false
        for (id, value) in try Self.pairs(archive) {
            if id == Self.frosting { isDelivered = true }
            guard Self.schemes.contains(id) else { continue }
            isSigned = true
            for certificate in try Self.signers(value) where !found.contains(certificate) { found.append(certificate) }
        }
        if !isSigned {
            for entry in archive.entries.filter({ Self.isSignature($0.name) }).prefix(Self.maximumSignerCount) {
                let bytes = try archive.bytes(of: entry).readAll(limit: Self.maximumJARSize)
                isSigned = true
                let certificate = try SignedData(bytes).certificate().claims
                if !found.contains(certificate) { found.append(certificate) }
            }
        }
        certificates = isSigned ? found : nil
    }

    private static func isSignature(_ name: String) -> Bool {
        guard name.hasPrefix("META-INF/"), !name.dropFirst(9).contains("/") else { return false }
        return [".RSA", ".DSA", ".EC"].contains { name.uppercased().hasSuffix($0) }
    }

    /// The pairs of the signing block, which ends where the central directory begins; none if there is no block.
    private static func pairs(_ archive: ZIPArchive) throws(FormatError) -> [(id: Int, value: ByteView)] {
        let end = archive.directoryOffset
        guard end >= 32 else { return [] }
        let footer = ByteView(try archive.source.read(at: end - 24, count: 24))
        guard footer.bytes.suffix(16).elementsEqual("APK Sig Block 42".utf8) else { return [] }
        let size = try footer.uint64(at: 0)
        guard size >= 24, size <= maximumBlockSize, size + 8 <= end else {
            throw FormatError("has a damaged signing block")
        }
        let block = ByteView(try archive.source.read(at: end - size - 8, count: size - 16))
        guard try block.uint64(at: 0) == size else { throw FormatError("has a damaged signing block") }
        var result: [(Int, ByteView)] = []
        var rest = try block.view(from: 8)
        while rest.count > 0 {
            let length = try rest.uint64(at: 0)
            guard length >= 4, length <= rest.count, result.count < maximumPairCount else {
                throw FormatError("has a damaged signing block")
            }
            result.append((try rest.uint32(at: 8), try rest.view(at: 12, count: length - 4)))
            rest = try rest.view(from: 8 + length)
        }
        return result
    }

    /// The first certificate of each signer: that of the signing key.
    private static func signers(_ value: ByteView) throws(FormatError) -> [AppCertificate] {
        var result: [AppCertificate] = []
        for signer in try prefixed(prefixed(value).first ?? value) {
            // The signed data comes first; it contains the digests, then the certificates.
            guard let data = try prefixed(signer, limit: 1).first else { continue }
            let parts = try prefixed(data, limit: 2)
            guard parts.count == 2, let certificate = try prefixed(parts[1], limit: 1).first else {
                throw FormatError("has a signing block without a certificate")
            }
            result.append(try Certificate(certificate).claims)
        }
        return result
    }

    /// The parts of a sequence, each preceded by its 32-bit length.
    private static func prefixed(_ bytes: ByteView, limit: Int = maximumSignerCount) throws(FormatError) -> [ByteView] {
        var result: [ByteView] = []
        var rest = bytes
        while rest.count > 0, result.count < limit {
            let part = try rest.view(at: 4, count: rest.uint32(at: 0))
            result.append(part)
            rest = try rest.view(from: 4 + part.count)
        }
        return result
    }
}
