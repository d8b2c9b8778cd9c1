public import Foundation

/// What an answer left to ask by, later, whether the page is still the same.
///
/// ```swift
/// var options = PageFetchOptions()
/// options.validator = PageValidator(url: url, entityTag: "\"v7\"")
/// ```
public struct PageValidator: Hashable, Sendable {
    /// The URL that gave the answer, after all redirects: nobody else is told.
    public let url: URL
    /// The `ETag` of the answer, quotes included.
    public let entityTag: String?
    /// The `Last-Modified` of the answer, as it was sent.
    public let lastModified: String?
    /// What the answer said of keeping it, which an answer that nothing has changed need not repeat.
    public let cacheFields: HTTPCacheFields

    /// Creates a validator.
    ///
    /// - Parameters:
    ///   - url: The URL that gave the answer.
    ///   - entityTag: Its `ETag`, quotes included.
    ///   - lastModified: Its `Last-Modified`.
    ///   - cacheFields: What the answer said of keeping it.
    public init(
        url: URL,
        entityTag: String? = nil,
        lastModified: String? = nil,
        cacheFields: HTTPCacheFields = HTTPCacheFields()
    ) {
        self.url = url
        self.entityTag = entityTag
        self.lastModified = lastModified
        self.cacheFields = cacheFields
    }

    /// Takes what can be sent back out of an answer; `nil` where nothing can.
    init?(_ hop: PageHop) {
        let entityTag = hop.cacheFields.entityTag.flatMap { PageValidator.isEntityTag($0) ? $0 : nil }
        let lastModified = hop.cacheFields.lastModified.flatMap { HTTPDate($0) == nil ? nil : $0 }
        guard entityTag != nil || lastModified != nil else { return nil }
        self.init(url: hop.url, entityTag: entityTag, lastModified: lastModified, cacheFields: hop.cacheFields)
    }

    /// Whether an answer that nothing has changed can be about the answer that left this.
    ///
    /// It must come from the same URL, and name no other version (RFC 9111, 4.3.4).
    package func isAnswered(by hop: PageHop) -> Bool {
        guard let own = try? HTTPTarget(url).url, own == (try? HTTPTarget(hop.url).url) else { return false }
        guard let entityTag, let other = hop.cacheFields.entityTag else { return true }
        return PageValidator.opaque(entityTag) == PageValidator.opaque(other)
    }

    private static func opaque(_ entityTag: String) -> Substring {
        entityTag.hasPrefix("W/") ? entityTag.dropFirst(2) : entityTag[...]
    }

    /// Whether a text is an entity tag that can be sent back as it came, and of a length worth keeping.
    private static func isEntityTag(_ text: String) -> Bool {
        let bytes = text.hasPrefix("W/") ? text.utf8.dropFirst(2) : text.utf8[...]
        guard (2...512).contains(bytes.count), bytes.first == 0x22, bytes.last == 0x22 else { return false }
        return bytes.dropFirst().dropLast().allSatisfy { (0x21...0x7e).contains($0) && $0 != 0x22 }
    }
}
