public import Foundation

/// The validators of a response, which make a later request conditional (RFC 9111, 4.3).
///
/// ```swift
/// var options = PageFetchOptions()
/// options.validator = PageValidator(url: url, entityTag: "\"v7\"")
/// ```
public struct PageValidator: Hashable, Sendable {
    /// The URL of the response, after all redirects; the validators are sent only to this URL.
    public let url: URL
    /// The `ETag` of the response, including quotation marks.
    public let entityTag: String?
    /// The `Last-Modified` of the response, as it was sent.
    public let lastModified: String?
    /// The cache fields of the response, which a 304 need not repeat.
    package let cacheFields: HTTPCacheFields

    /// Creates a validator.
    ///
    /// - Parameters:
    ///   - url: The URL of the response.
    ///   - entityTag: Its `ETag`, including quotation marks.
    ///   - lastModified: Its `Last-Modified`.
    public init(url: URL, entityTag: String? = nil, lastModified: String? = nil) {
        self.init(url: url, entityTag: entityTag, lastModified: lastModified, cacheFields: HTTPCacheFields())
    }

    package init(url: URL, entityTag: String? = nil, lastModified: String? = nil, cacheFields: HTTPCacheFields) {
        self.url = url
        self.entityTag = entityTag
        self.lastModified = lastModified
        self.cacheFields = cacheFields
    }

    /// Takes the validators from a response; `nil` if it has none that can be sent back.
    init?(_ hop: PageHop) {
        let entityTag = hop.cacheFields.entityTag.flatMap { PageValidator.isEntityTag($0) ? $0 : nil }
        let lastModified = hop.cacheFields.lastModified.flatMap { HTTPDate($0) == nil ? nil : $0 }
        guard entityTag != nil || lastModified != nil else { return nil }
        self.init(url: hop.url, entityTag: entityTag, lastModified: lastModified, cacheFields: hop.cacheFields)
    }

    /// Whether a 304 confirms the response that has these validators.
    ///
    /// It must come from the same URL and name no other version (RFC 9111, 4.3.4).
    package func isAnswered(by hop: PageHop) -> Bool {
        guard let own = try? HTTPTarget(url).url, own == (try? HTTPTarget(hop.url).url) else { return false }
        guard let entityTag, let other = hop.cacheFields.entityTag else { return true }
        return PageValidator.opaque(entityTag) == PageValidator.opaque(other)
    }

    private static func opaque(_ entityTag: String) -> Substring {
        entityTag.hasPrefix("W/") ? entityTag.dropFirst(2) : entityTag[...]
    }

    /// Whether a text is an entity tag that can be sent back as it is, and is no longer than 512 bytes.
    private static func isEntityTag(_ text: String) -> Bool {
        let bytes = text.hasPrefix("W/") ? text.utf8.dropFirst(2) : text.utf8[...]
        guard (2...512).contains(bytes.count), bytes.first == 0x22, bytes.last == 0x22 else { return false }
        return bytes.dropFirst().dropLast().allSatisfy { (0x21...0x7e).contains($0) && $0 != 0x22 }
    }
}
