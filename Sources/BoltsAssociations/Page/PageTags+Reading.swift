public import BoltsPageFetching
import BoltsPageMetadata
public import Foundation

extension PageTags {
    /// The prefixes of the names of metas about apps, for `PageMetadataReader.Options`.
    public static let propertyPrefixes = ["al:", "apple-itunes-app", "twitter:app:", "twitter:card"]

    /// The options for reading a page's tags.
    static var readerOptions: PageMetadataReader.Options {
        var options = PageMetadataReader.Options()
        options.propertyPrefixes = propertyPrefixes
        return options
    }

    /// Reads the metas of a page.
    ///
    /// `link` elements and hyperlinks are not read; add them if you have them.
    ///
    /// - Parameters:
    ///   - bytes: The page, decompressed.
    ///   - url: The URL of the page, after redirects.
    ///   - declaredCharset: The charset of its `Content-Type`, if it has one.
    /// - Returns: The tags.
    public static func read(_ bytes: [UInt8], url: URL, declaredCharset: String? = nil) -> PageTags {
        let metadata = PageMetadataReader.read(bytes, options: readerOptions, declaredCharset: declaredCharset)
        return PageTags(url: url, metas: metadata.tags)
    }

    /// Fetches a page and reads its metas.
    ///
    /// Cancelling the surrounding task closes the connection.
    ///
    /// - Parameters:
    ///   - url: The URL to request; redirects are followed.
    ///   - options: The limits and the address policy.
    ///   - fetcher: The fetcher; by default the best of the platform.
    /// - Returns: The tags, or `nil` if there is no page.
    public static func fetch(
        _ url: URL,
        options: PageFetchOptions = PageFetchOptions(),
        fetcher: any PageFetching = SystemPageFetcher()
    ) async -> PageTags? {
        let client = AssociationFetcher(fetcher: fetcher, options: options)
        let answer = await client.answer(at: url, redirects: options.redirectLimit)
        guard let bytes = answer.bytes else { return nil }
        var page = read(bytes, url: answer.finalURL ?? url, declaredCharset: answer.charset)
        if page.url != url { page.requestedURL = url }
        return page
    }
}
