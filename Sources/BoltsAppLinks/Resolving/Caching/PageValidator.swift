public import Foundation

/// What an answer left to ask by, later, whether the page is still the same.
///
/// ```swift
/// var options = PageFetchOptions()
/// options.validator = PageValidator(url: page, entityTag: "\"v7\"")
/// ```
public struct PageValidator: Hashable, Sendable {
    /// The URL that gave the answer, after all redirects: nobody else is told.
    public let url: URL
    /// The `ETag` of the answer, quotes included.
    public let entityTag: String?
    /// The `Last-Modified` of the answer, as it was sent.
    public let lastModified: String?

    /// Creates a validator.
    ///
    /// - Parameters:
    ///   - url: The URL that gave the answer.
    ///   - entityTag: Its `ETag`, quotes included.
    ///   - lastModified: Its `Last-Modified`.
    public init(url: URL, entityTag: String? = nil, lastModified: String? = nil) {
        self.url = url
        self.entityTag = entityTag
        self.lastModified = lastModified
    }

    /// Takes what can be sent back out of an answer; `nil` where nothing can.
    init?(_ hop: PageHop) {
        let entityTag = hop.cacheFields.entityTag.flatMap { PageValidator.isEntityTag($0) ? $0 : nil }
        let lastModified = hop.cacheFields.lastModified.flatMap { HTTPDate($0) == nil ? nil : $0 }
        guard entityTag != nil || lastModified != nil else { return nil }
        self.init(url: hop.url, entityTag: entityTag, lastModified: lastModified)
    }

    /// Whether a text is an entity tag that can be sent back as it came, and of a length worth keeping.
    private static func isEntityTag(_ text: String) -> Bool {
        let bytes = text.hasPrefix("W/") ? text.utf8.dropFirst(2) : text.utf8[...]
        guard (2...512).contains(bytes.count), bytes.first == 0x22, bytes.last == 0x22 else { return false }
        return bytes.dropFirst().dropLast().allSatisfy { (0x21...0x7e).contains($0) && $0 != 0x22 }
    }
}
