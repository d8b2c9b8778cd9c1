public import BoltsPageFetching
public import BoltsPageMetadata
public import Foundation

/// The data that is fetched to judge one link: its page and the association files of its host.
public struct FetchedLink: Sendable {
    /// The tags of the page, or `nil` if there is no page.
    public let page: PageTags?
    /// Why there is no page, such as a `PageError`; `nil` if there is one.
    public let pageError: (any Error)?
    /// The association files of the link's host.
    public let site: SiteAssociations

    /// Fetches the page of a link and the files of its host; ``pageError`` and the findings of ``site`` say what is missing.
    public static func fetch(
        _ url: URL,
        options: SiteFetchOptions = SiteFetchOptions(),
        limits: PageMetadataReader.Options = PageMetadataReader.Options(),
        fetcher: any PageFetching = SystemPageFetcher()
    ) async -> FetchedLink {
        async let site = SiteAssociations.fetch(SiteAddress.associated(with: url), options: options, fetcher: fetcher)
        do {
            let page = try await PageTags.fetch(url, options: options, limits: limits, fetcher: fetcher)
            return await FetchedLink(page: page, pageError: nil, site: site)
        } catch {
            return await FetchedLink(page: nil, pageError: error, site: site)
        }
    }
}
