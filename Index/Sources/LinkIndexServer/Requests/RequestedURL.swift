@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// A URL that a client asks about.
struct RequestedURL: Sendable {
    /// The longest URL, in bytes.
    ///
    /// Servers accept 8,000.
    static let byteLimit = 8_000
    /// How many URLs a request may have.
    static let countLimit = 50

    /// The URL as it was requested.
    let text: String
    let url: URL

    /// - Parameter text: The URL as it was asked for; `https://` may be missing.
    /// - Throws: A ``Problem``.
    init(_ text: String) throws {
        self.text = text
        guard text.utf8.count <= Self.byteLimit else {
            throw Problem(
                .badRequest,
                "url-too-long",
                "URL too long",
                "A URL has \(text.utf8.count) bytes; at most \(Self.byteLimit) are accepted."
            )
        }
        // A control character would be lost or escaped, and a NUL is not accepted by every database.
        guard !text.utf8.contains(where: { $0 < 0x21 || $0 == 0x7f }),
            let url = text.contains("://") ? LinkText.url(withScheme: text) : LinkText.url(text),
            ["http", "https"].contains(url.scheme?.lowercased()), let host = url.host(percentEncoded: true),
            !host.isEmpty
        else {
            throw Problem(
                .badRequest,
                "unusable-url",
                "Unusable URL",
                "\(String(text.prefix(200))) is not an http or https URL with a host, nor a host with a path. Percent-encode it in a query."
            )
        }
        guard url.user(percentEncoded: true) == nil, url.password(percentEncoded: true) == nil else {
            throw Problem(
                .badRequest,
                "credentials-in-url",
                "Credentials in the URL",
                "The URL has a user name or a password, which is not sent on. Remove it."
            )
        }
        self.url = url
    }
}
