import BoltsBase
import Foundation
import LinkIndex

/// A URL of a client's question.
struct RequestedURL: Sendable {
    /// The maximum length of a URL, in bytes.
    ///
    /// Servers accept 8,000.
    static let byteLimit = 8_000
    /// How many URLs a request may have.
    static let countLimit = 50

    /// The URL as it was requested.
    let text: String
    let url: URL

    /// - Parameter text: The requested URL; `https://` may be omitted.
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
        // A control character would be lost or escaped, and not every database accepts a NUL.
        guard !text.utf8.contains(where: { $0 < 0x21 || $0 == 0x7f }) else {
            throw Self.unusable(
                text,
                "has a blank or a control character. Ask for one URL, in which they are percent-encoded."
            )
        }
        guard let url = AppLinkIndex.url(askedAs: text) else {
            let scheme = text.wholeMatch(of: /([A-Za-z][A-Za-z0-9+.-]*):.*/)?.1.lowercased()
            guard let scheme, !["http", "https"].contains(scheme), !scheme.contains(".") else {
                throw Self.unusable(
                    text,
                    "is not an http or https URL with a host, nor a host with a path. Percent-encode it in a query."
                )
            }
            throw Self.unusable(
                text,
                "begins with the scheme \(scheme.sanitized(limit: 64)). Such a URL opens any app that declares the scheme, and no "
                    + "website decides it. Ask for a URL that begins with https."
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

    private static func unusable(_ text: String, _ why: String) -> Problem {
        Problem(.badRequest, "unusable-url", "Unusable URL", "\(text.sanitized(limit: 200)) \(why)")
    }
}
