import BoltsBase
import Foundation

/// A URL in a request to an index.
struct IndexID: Hashable, Sendable {
    /// The expected key in the response.
    let text: String
    /// The id, encoded for the query.
    let encoded: String

    init(_ url: URL) {
        // The ids are separated by commas, and services differ in whether they decode before they split. A comma of the
        // URL is therefore escaped in the URL itself, and once more in the query.
        text = url.absoluteString.replacing(",", with: "%2C")
        encoded = String(decoding: PercentCoding.encode(text.utf8), as: UTF8.self)
    }
}

/// The request to an index for some URLs.
struct IndexQuery: Sendable {
    let serviceURL: URL
    let accessToken: String?
    let platforms: [AppLinkPlatform]?

    /// The maximum total size of the ids of a request in bytes; all servers accept URLs of 8,000 bytes.
    static let idByteLimit = 6_000

    /// - Returns: The URL to fetch, or `nil` if the service's URL is not usable.
    func url(for ids: [IndexID]) -> URL? {
        guard var parts = URLComponents(url: serviceURL, resolvingAgainstBaseURL: true) else { return nil }
        var fields = "app_links"
        if let platforms { fields += "{" + platforms.map(\.rawValue).joined(separator: ",") + "}" }
        var items = ["ids=" + ids.map(\.encoded).joined(separator: ","), "fields=" + Self.encode(fields)]
        if let accessToken { items.append("access_token=" + Self.encode(accessToken)) }
        if let own = parts.percentEncodedQuery, !own.isEmpty { items.insert(own, at: 0) }
        parts.percentEncodedQuery = items.joined(separator: "&")
        parts.fragment = nil
        return parts.url
    }

    static func encode(_ text: String) -> String {
        String(decoding: PercentCoding.encode(text.utf8), as: UTF8.self)
    }
}
