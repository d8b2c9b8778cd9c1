public import BoltsPageMetadata
public import BoltsPageFetching
import Foundation

/// A page that was read: its link, its tags, and the requests that fetched it.
///
/// ```swift
/// let page = try await HTTPAppLinkResolver().page(at: url)
/// print(page.link, page.fetched.hops.map(\.status))
/// ```
public struct ResolvedPage: Sendable {
    /// The App Link of the page.
    public let link: AppLink
    /// The tags of the page.
    public let metadata: PageMetadata
    /// The requests that fetched the page, and how much of it was read.
    public let fetched: FetchedPage
    /// The hosts, with their ports, that the browser itself tried to reach while it read the page.
    ///
    /// An example is a service that fills in forms. No connection was made to any of them. Always empty for a page that was
    /// fetched without a browser.
    @_spi(Bolts) public var refusedHosts: [String] = []

    /// Creates a page from its link, its tags, and the requests that fetched it.
    @_spi(Bolts) public init(link: AppLink, metadata: PageMetadata, fetched: FetchedPage) {
        self.link = link
        self.metadata = metadata
        self.fetched = fetched
    }
}

extension ResolvedPage {
    /// A copy for a caller that requested it by another URL.
    func requested(by url: URL) -> ResolvedPage {
        var link = link
        link.sourceURL = url
        let fetched = FetchedPage(
            requestedURL: url,
            response: fetched.response,
            hops: fetched.hops,
            byteCount: fetched.byteCount,
            body: fetched.body
        )
        var page = ResolvedPage(link: link, metadata: metadata, fetched: fetched)
        page.refusedHosts = refusedHosts
        return page
    }

    /// A copy for a caller that was redirected to it by other requests.
    func reached(by hops: [PageHop]) -> ResolvedPage {
        guard let last = hops.last else { return self }
        let response = PageResponse(url: last.url, status: last.status, contentType: fetched.response.contentType)
        let fetched = FetchedPage(
            requestedURL: fetched.requestedURL,
            response: response,
            hops: hops,
            byteCount: fetched.byteCount,
            body: fetched.body
        )
        var page = ResolvedPage(link: link, metadata: metadata, fetched: fetched)
        page.refusedHosts = refusedHosts
        return page
    }
}
