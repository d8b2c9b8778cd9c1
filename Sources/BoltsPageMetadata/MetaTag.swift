internal import BoltsBase

/// An `al:` tag of a page.
///
/// ```swift
/// let tag = MetaTag(property: "al:ios:url", content: "recipes://42")
/// ```
public struct MetaTag: Sendable, Hashable {
    /// The attribute of a `meta` element that contains the property.
    @nonexhaustive public enum Attribute: Sendable, Hashable {
        /// `<meta property="al:…">`, as the protocol specifies.
        case property

        /// `<meta name="al:…">`, which many pages use instead.
        case name
    }

    /// The property, such as `al:ios:url`, in the page's letter case.
    public var property: String

    /// The value of `content`, or `nil` if the tag has no such attribute.
    ///
    /// The value of an empty attribute is an empty string. White space is kept.
    public var content: String?

    /// The attribute that contains the property.
    public var attribute: Attribute

    /// Creates a tag.
    ///
    /// - Parameters:
    ///   - property: The property, such as `al:ios:url`.
    ///   - content: The value of `content`, or `nil` for none.
    ///   - attribute: The attribute that contains the property.
    public init(property: String, content: String?, attribute: Attribute = .property) {
        self.property = property
        self.content = content
        self.attribute = attribute
    }
}

extension Sequence<MetaTag> {
    /// The tags as `meta` elements, one per line, in ASCII: they mean the same in almost every encoding of a page.
    @_spi(Bolts) public var markup: String {
        map { tag in
            let content = tag.content.map { " content=\"\($0.htmlEscapedAsASCII())\"" } ?? ""
            let name = tag.attribute == .name ? "name" : "property"
            return "<meta \(name)=\"\(tag.property.htmlEscapedAsASCII())\"\(content)>\n"
        }.joined()
    }
}
