public import BoltsPageMetadata
public import Foundation

/// The tags of a page about the apps that open it.
///
/// ```swift
/// import BoltsPageMetadata
///
/// let page = PageTags(
///     url: URL(string: "https://example.com/recipes/42")!,
///     metas: [MetaTag(property: "apple-itunes-app", content: "app-id=123456789", attribute: .name)],
///     links: [.init(rel: "canonical", href: "https://example.com/recipes/42")]
/// )
/// print(PageCheck.findings(in: page))
/// ```
public struct PageTags: Sendable, Hashable {
    /// A `link` element.
    public struct Link: Sendable, Hashable {
        /// Its relation, such as `canonical` or `alternate`.
        public var rel: String
        /// Its address, as written.
        public var href: String

        /// Creates a link.
        ///
        /// - Parameters:
        ///   - rel: Its relation.
        ///   - href: Its address as written.
        public init(rel: String, href: String) {
            self.rel = rel
            self.href = href
        }
    }

    /// The URL of the page, after redirects.
    public var url: URL
    /// The requested URL, if it is different.
    public var requestedURL: URL?
    /// The `meta` elements with a `property` or `name`, in document order.
    public var metas: [MetaTag]
    /// The `link` elements, in document order.
    public var links: [Link]
    /// The addresses of the page's hyperlinks that are not http or https, as written.
    public var hyperlinks: [String]
    /// The page's web app manifest, or `nil` if it was not read.
    public var manifest: [UInt8]?

    /// Creates the tags of a page.
    ///
    /// - Parameters:
    ///   - url: The URL of the page, after redirects.
    ///   - requestedURL: The requested URL, if it is different.
    ///   - metas: The `meta` elements with a `property` or `name`.
    ///   - links: The `link` elements.
    ///   - hyperlinks: The addresses of hyperlinks that are not http or https.
    ///   - manifest: The page's web app manifest.
    public init(
        url: URL,
        requestedURL: URL? = nil,
        metas: [MetaTag],
        links: [Link] = [],
        hyperlinks: [String] = [],
        manifest: [UInt8]? = nil
    ) {
        self.url = url
        self.requestedURL = requestedURL
        self.metas = metas
        self.links = links
        self.hyperlinks = hyperlinks
        self.manifest = manifest
    }

    /// The last value of a meta with a name, in any letter case, or `nil`.
    func value(_ name: String) -> String? {
        metas.last { $0.property.lowercased() == name }?.content
    }

    /// The address of the canonical page, or `nil` if the page has none.
    var canonical: URL? {
        links.first { $0.rel.lowercased() == "canonical" }.flatMap {
            URL(string: $0.href, relativeTo: url)?.absoluteURL
        }
    }
}
