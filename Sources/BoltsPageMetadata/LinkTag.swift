import BoltsBase

/// A `link` element of a page that leads to another resource.
///
/// ```swift
/// let link = LinkTag(rel: "canonical", href: "/recipes/42")
/// print(link.relations)  // ["canonical"]
/// ```
public struct LinkTag: Sendable, Hashable {
    /// The tag's relations as written, such as `alternate` or `shortcut icon`.
    public var rel: String

    /// The tag's address as written, absolute or relative.
    public var href: String

    /// The language of the other resource, as written, or `nil` if none is given.
    public var hreflang: String?

    /// The media type of the other resource, as written, or `nil` if none is given.
    public var type: String?

    /// Creates a link.
    ///
    /// - Parameters:
    ///   - rel: Its relations, separated by white space.
    ///   - href: Its address, absolute or relative.
    ///   - hreflang: The language of the other resource, or `nil`.
    ///   - type: The media type of the other resource, or `nil`.
    public init(rel: String, href: String, hreflang: String? = nil, type: String? = nil) {
        self.rel = rel
        self.href = href
        self.hreflang = hreflang
        self.type = type
    }

    /// The tag's relations, separately and in ASCII lower case.
    public var relations: [String] {
        rel.utf8.split(whereSeparator: \.isHTMLSpace).map { String(decoding: $0.map(\.asciiLowercased), as: UTF8.self) }
    }
}
