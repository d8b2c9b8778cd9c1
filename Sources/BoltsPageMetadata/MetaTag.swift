/// One `al:` tag as the page has it.
///
/// ```swift
/// let tag = MetaTag(property: "al:ios:url", content: "recipes://42")
/// ```
public struct MetaTag: Sendable, Hashable {
    /// Which attribute of the `meta` element named the property.
    public enum Attribute: Sendable, Hashable {
        /// `<meta property="al:…">`, what the protocol asks for.
        case property

        /// `<meta name="al:…">`, which many pages write instead.
        case name
    }

    /// The property, such as `al:ios:url`, in the page's own letter case.
    public var property: String

    /// The value, or `nil` when the tag has no `content` attribute.
    ///
    /// An empty attribute is an empty string. Nothing is trimmed.
    public var content: String?

    /// The attribute that held ``property``.
    public var attribute: Attribute

    /// Makes a tag.
    ///
    /// - Parameters:
    ///   - property: The property, such as `al:ios:url`.
    ///   - content: The value, or `nil` for none.
    ///   - attribute: The attribute that held the property.
    public init(property: String, content: String?, attribute: Attribute = .property) {
        self.property = property
        self.content = content
        self.attribute = attribute
    }
}
