import Foundation

/// A URL as an index is asked for it.
struct IndexID: Hashable, Sendable {
    /// What the answer is expected to be keyed by.
    let text: String
    /// The same, as it stands in the query.
    let encoded: String

    init(_ url: URL) {
        // The ids of a request stand with commas between them. Services differ in whether they decode before they
        // split, so that a comma of the URL itself is only safe when it is escaped in the URL, and escaped once more in
        // the query.
        text = url.absoluteString.replacing(",", with: "%2C")
        encoded = String(decoding: PercentCoding.encode(text.utf8), as: UTF8.self)
    }
}

/// The request that asks an index for some URLs.
struct IndexQuery: Sendable {
    let serviceURL: URL
    let accessToken: String?
    let platforms: [AppLinkPlatform]?

    /// How many bytes the ids of one request may have together: with 8,000 in the whole URL, every server copes.
    static let idByteLimit = 6_000

    /// - Returns: The URL to fetch, or `nil` where that of the service is not one to build upon.
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
