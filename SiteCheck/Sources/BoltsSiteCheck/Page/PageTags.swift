import BoltsAppLinks
@_spi(Bolts) public import BoltsPageMetadata
public import Foundation

/// The tags of a page about the apps that open it.
public struct PageTags: Sendable, Hashable {
    /// The URL of the page, after redirects.
    public var url: URL
    /// The requested URL, if it is different.
    public var requestedURL: URL?
    /// The `meta` elements with a `property` or `name`, in document order.
    public var metas: [MetaTag]
    /// The `link` elements, in document order.
    public var links: [LinkTag]
    /// The `href` of the page's `base` element, as written, or `nil` if it has none.
    public var baseHref: String?
    /// The addresses of the page's hyperlinks about apps, as written; for a page that was read, its `intent:` URLs.
    public var hyperlinks: [String]
    /// The page's web app manifest, or `nil` if it was not read.
    public var manifest: [UInt8]?

    /// Creates the tags of a page.
    public init(
        url: URL,
        requestedURL: URL? = nil,
        metas: [MetaTag],
        links: [LinkTag] = [],
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

    /// Creates the tags of a page that was read with ``readerOptions(_:)``.
    public init(url: URL, requestedURL: URL? = nil, metadata: PageMetadata) {
        self.init(
            url: url,
            requestedURL: requestedURL,
            metas: metadata.tags,
            links: metadata.links,
            hyperlinks: metadata.hyperlinks
        )
        baseHref = metadata.baseHref
    }

    /// The address of the page's web app manifest, or `nil` if the page names none on the web.
    public var manifestURL: URL? { address(of: "manifest").flatMap { TagText.isWeb($0.absoluteString) ? $0 : nil } }

    /// The address of the canonical page, or `nil` if the page does not name one.
    var canonical: URL? { address(of: "canonical") }

    /// The address of the first link with a relation, resolved as in browsers.
    private func address(of relation: String) -> URL? {
        guard let link = links.first(where: { $0.relations.contains(relation) }) else { return nil }
        let base = baseHref.flatMap { TagText.resolve($0, against: url) } ?? url
        return TagText.resolve(link.href, against: base)
    }

    /// The page as App Links readers see it.
    var appLink: AppLink {
        AppLink(sourceURL: url, metadata: PageMetadata(tags: metas.filter { $0.property.hasPrefix("al:") }))
    }

    /// The last value of a meta with a name, in any letter case, or `nil`.
    func value(_ name: String) -> String? {
        metas.last { $0.property.lowercased() == name }?.content
    }
}
