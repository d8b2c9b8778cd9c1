public import Foundation

extension AppLink {
    /// The link in the JSON that `applinks resolve` and the index write (`targets`, `web_url`, `should_fallback`, `final_url`
    /// and `truncated` in their schemas).
    ///
    /// Every member is always present. `web_url` and `final_url` are `null` if there is none.
    private struct Document: Encodable, Sendable {
        let link: AppLink
        let finalURL: URL?

        private enum CodingKeys: String, CodingKey {
            case targets
            case webURL = "web_url"
            case shouldFallback = "should_fallback"
            case finalURL = "final_url"
            case isTruncated = "truncated"
        }

        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(link.targets.map(\.document), forKey: .targets)
            try values.encode(link.webURLText, forKey: .webURL)
            try values.encode(link.web.shouldFallback, forKey: .shouldFallback)
            try values.encode(finalURL?.absoluteString, forKey: .finalURL)
            try values.encode(link.isTruncated, forKey: .isTruncated)
        }
    }

    /// The link as a value for JSON.
    ///
    /// - Parameter finalURL: The URL of the page that contains the link, after all redirects, or `nil` if it is not known.
    /// - Returns: The value.
    @_spi(Bolts)
    public func document(finalURL: URL?) -> some Encodable & Sendable { Document(link: self, finalURL: finalURL) }
}
