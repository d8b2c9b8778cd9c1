public import BoltsPageMetadata
public import BoltsPageFetching

/// A page that was read: its link, the tags the link was made from, and the way to it.
///
/// ```swift
/// let page = try await HTTPAppLinkResolver().page(at: url).value
/// print(page.link, page.fetched.hops.map(\.status))
/// ```
public struct ResolvedPage: Sendable {
    /// The App Link of the page.
    public let link: AppLink
    /// The tags of the page, as they were written.
    public let metadata: PageMetadata
    /// Where the page came from and how much of it was read.
    public let fetched: FetchedPage

    /// Creates a page that was read.
    ///
    /// - Parameters:
    ///   - link: The App Link of the page.
    ///   - metadata: The tags of the page.
    ///   - fetched: Where the page came from.
    public init(link: AppLink, metadata: PageMetadata, fetched: FetchedPage) {
        self.link = link
        self.metadata = metadata
        self.fetched = fetched
    }
}
