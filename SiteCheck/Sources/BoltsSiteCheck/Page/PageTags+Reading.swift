import BoltsAppLinks
public import BoltsPageFetching
@_spi(Bolts) public import BoltsPageMetadata
public import Foundation

extension PageTags {
    /// The prefixes of meta names about apps, for `PageMetadataReader.Options`.
    public static let propertyPrefixes = ["al:", "apple-itunes-app", "twitter:app:", "twitter:card"]

    /// The relations of `link` elements about apps, for `PageMetadataReader.Options`.
    public static let linkRelations = ["alternate", "canonical", "manifest"]

    /// The schemes of hyperlinks about apps, for `PageMetadataReader.Options`.
    public static let hyperlinkSchemes = ["intent"]

    /// Returns options that keep everything about apps, with the limits of other options.
    public static func readerOptions(
        _ limits: PageMetadataReader.Options = PageMetadataReader.Options()
    ) -> PageMetadataReader.Options {
        var options = limits
        options.propertyPrefixes = propertyPrefixes
        options.ignoresCaseOfProperties = true
        options.linkRelations = linkRelations
        options.hyperlinkSchemes = hyperlinkSchemes
        return options
    }

    /// Reads the metas, links and hyperlinks of a page, but not its web app manifest.
    public static func read(_ bytes: [UInt8], url: URL, declaredCharset: String? = nil) -> PageTags {
        let metadata = PageMetadataReader.read(bytes, options: readerOptions(), declaredCharset: declaredCharset)
        return PageTags(url: url, metadata: metadata)
    }

    /// Fetches a page, and reads its metas, links and hyperlinks, and its web app manifest if it can be fetched.
    public static func fetch(
        _ url: URL,
        options: SiteFetchOptions = SiteFetchOptions(),
        limits: PageMetadataReader.Options = PageMetadataReader.Options(),
        fetcher: any PageFetching = SystemPageFetcher()
    ) async throws -> PageTags {
        let site = SiteAddress(of: url, origin: options.origin)
        let resolver = HTTPAppLinkResolver(
            fetchOptions: options.page,
            readerOptions: readerOptions(limits),
            fetcher: fetcher
        )
        let found = try await resolver.page(at: site.asked(url))
        var page = PageTags(url: site.shown(found.fetched.response.url), metadata: found.metadata)
        if page.url != url { page.requestedURL = url }
        if let manifest = page.manifestURL {
            let client = AssociationFetcher(fetcher: fetcher, options: options.page)
            page.manifest = await client.answer(at: site.asked(manifest), redirects: options.page.redirectLimit).bytes
        }
        return page
    }
}
