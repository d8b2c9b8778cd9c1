import BoltsBase

/// The SHA-256 fingerprint of an Android app's signing certificate.
@_spi(Bolts) public struct CertificateFingerprint: Sendable, Hashable, CustomStringConvertible {
    /// The fingerprint as text: 32 octets of two capital hexadecimal digits, joined by colons.
    @_spi(Bolts) public let description: String

    /// Reads a fingerprint: 32 octets of two capital hexadecimal digits, joined by colons; Android refuses lower-case digits.
    @_spi(Bolts) public init(_ text: String) throws(AssetLinksError) {
        guard Self.isValid(text) else {
            throw AssetLinksError(
                .malformedContent,
                "malformed certificate in sha256_cert_fingerprints: \(Clip.quoted(text)) is not 32 octets of two capital "
                    + "hexadecimal digits joined by colons."
            )
        }
        description = text
    }

    /// Whether text is a fingerprint in the form that Android requires.
    @_spi(Bolts) public static func isValid(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count == 95 else { return false }
        for (index, byte) in bytes.enumerated() {
            if index % 3 == 2 {
                guard byte == UInt8(ascii: ":") else { return false }
            } else if !byte.isASCIIDigit, !(UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte) {
                return false
            }
        }
        return true
    }
}
