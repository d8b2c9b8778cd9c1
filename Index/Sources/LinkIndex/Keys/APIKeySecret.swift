import BoltsBase
import Foundation

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
        let base64 = Data(bytes).base64EncodedString().prefix { $0 != "=" }
        return APIKeySecret(prefix + base64.replacing("+", with: "-").replacing("/", with: "_"))
    }

    /// The SHA-256 of the text, 32 bytes.
    package var hash: [UInt8] { SHA256.hash(text.utf8) }
}
