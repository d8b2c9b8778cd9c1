import BoltsBase

/// An API key in the form that its owner has: `ali_` and 32 random bytes in base64url.
///
/// The service keeps only its hash.
package struct APIKeySecret: Sendable {
    /// The prefix of every key.
    package static let prefix = "ali_"

    /// The text that clients send.
    package let text: String

    /// Creates a key from a client's text.
    package init(_ text: String) { self.text = text }

    /// Creates a new key from the system's random numbers.
    package static func random() -> APIKeySecret {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var text = Array(prefix.utf8)
        var (bits, count) = (0, 0)
        for byte in bytes {
            bits = bits << 8 | Int(byte)
            count += 8
            while count >= 6 {
                count -= 6
                text.append(alphabet[bits >> count & 63])
            }
            bits &= (1 << count) - 1
        }
        if count > 0 { text.append(alphabet[bits << (6 - count) & 63]) }
        return APIKeySecret(String(decoding: text, as: UTF8.self))
    }

    /// The SHA-256 of the text, 32 bytes.
    package var hash: [UInt8] { SHA256.hash(text.utf8) }
}
