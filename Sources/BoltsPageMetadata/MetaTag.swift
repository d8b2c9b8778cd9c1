/// An `al:` tag of a page.
///
/// ```swift
/// let tag = MetaTag(property: "al:ios:url", content: "recipes://42")
/// ```
public struct MetaTag: Sendable, Hashable {
    /// Which attribute of the `meta` element named the property.
    public enum Attribute: Sendable, Hashable {
        /// `<meta property="al:…">`, as the protocol says.
        case property

        /// `<meta name="al:…">`, which many pages use instead.
        case name
    }

    /// The property, such as `al:ios:url`, with its letters in the case of the page.
    public var property: String

    /// The value of `content`, or `nil` if the tag has no such attribute.
    ///
    /// The value of an empty attribute is an empty string. White space is kept.
    public var content: String?

    /// The attribute that names the property.
    public var attribute: Attribute

    /// Creates a tag.
    ///
    /// - Parameters:
    ///   - property: The property, such as `al:ios:url`.
    ///   - content: The value of `content`, or `nil` for none.
    ///   - attribute: The attribute that names the property.
    public init(property: String, content: String?, attribute: Attribute = .property) {
        self.property = property
        self.content = content
        self.attribute = attribute
    }
}
