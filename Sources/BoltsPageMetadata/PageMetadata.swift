/// The App Links tags of a page, in document order, and how the page was read.
///
/// ```swift
/// let page = PageMetadataReader.read(Array("<meta property=al:ios:url content=recipes://42>".utf8))
/// print(page.tags.map(\.property))  // ["al:ios:url"]
/// ```
public struct PageMetadata: Sendable, Hashable {
    /// The tags in document order.
    public var tags: [MetaTag]

    /// The `link` elements with the relations that the reader's options name, in document order.
    ///
    /// Empty unless ``PageMetadataReader/Options/linkRelations`` names relations.
    public var links: [LinkTag] = []

    /// The addresses of hyperlinks with the schemes that the reader's options name, as written, in document order.
    ///
    /// Empty unless ``PageMetadataReader/Options/hyperlinkSchemes`` names schemes.
    @_spi(Bolts) public var hyperlinks: [String] = []

    /// The `href` of the page's first `base` element with one, as written, or `nil`.
    ///
    /// Relative addresses in the page are resolved against it. Always `nil` unless ``PageMetadataReader/Options/linkRelations``
    /// names relations.
    public var baseHref: String?

    /// The encoding of the page, by its name in the WHATWG Encoding Standard, such as `UTF-8`.
    public var encoding: String

    /// Whether part of the page was not read because of a limit.
    ///
    /// `true` if the page has more bytes than the reader reads, more tags than it keeps, or an `al:` tag whose value is too
    /// long to keep.
    public var isTruncated: Bool

    /// Creates the metadata of a page.
    ///
    /// - Parameters:
    ///   - tags: The tags in document order.
    ///   - encoding: The WHATWG name of the page's encoding.
    ///   - isTruncated: Whether part of the page was not read because of a limit.
    public init(tags: [MetaTag] = [], encoding: String = "UTF-8", isTruncated: Bool = false) {
        self.tags = tags
        self.encoding = encoding
        self.isTruncated = isTruncated
    }
}
