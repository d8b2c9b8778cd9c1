public import BoltsPageFetching
public import BoltsPageMetadata
public import Foundation

/// Everything that can be determined about one link: its page, the files of its host, their findings, and what each
/// kind of device may do.
///
/// ```swift
/// func report(_ link: URL) async {
///     let report = await LinkReport.fetch(link)
///     for finding in report.findings { print(finding) }
///     for device in report.outlook.devices { print(device.device.name, device.routes.map(\.statement)) }
/// }
/// ```
public struct LinkReport: Sendable {
    /// The tags of the page, or `nil` if there is no page.
    public let page: PageTags?
    /// Why there is no page, such as a `PageError`; `nil` if there is one or it was not asked for.
    public internal(set) var pageError: (any Error)?
    /// The association files of the link's host.
    public let site: SiteAssociations
    /// The findings on the files, on the tags, and on both together.
    public let findings: [Finding]
    /// What each kind of device may do with the link.
    public let outlook: LinkOutlook

    /// Creates a report from fetched files and tags.
    ///
    /// - Parameters:
    ///   - url: The link as it is tapped.
    ///   - page: The tags of the page it leads to.
    ///   - site: The association files of its host.
    ///   - others: The files of further hosts that the page names.
    public init(url: URL, page: PageTags?, site: SiteAssociations, others: [SiteAssociations] = []) {
        self.page = page
        self.site = site
        let pageFindings = page.map { PageCheck.findings(in: $0, sites: [site] + others) } ?? []
        findings = site.findings + others.flatMap(\.findings) + pageFindings
        outlook = LinkOutlook(url: url, site: site, page: page)
    }

    /// Fetches the page of a link and the files of its host, at the same time.
    ///
    /// It does not throw: ``pageError`` and ``findings`` say what is missing.
    ///
    /// - Parameters:
    ///   - url: The link as it is tapped, http or https.
    ///   - options: What is fetched, and the limits, which apply to the page too.
    ///   - limits: The limits of reading the page.
    ///   - fetcher: The fetcher; by default the best of the platform.
    /// - Returns: The report.
    public static func fetch(
        _ url: URL,
        options: SiteFetchOptions = SiteFetchOptions(),
        limits: PageMetadataReader.Options = PageMetadataReader.Options(),
        fetcher: any PageFetching = SystemPageFetcher()
    ) async -> LinkReport {
        async let site = SiteAssociations.fetch(SiteAddress.associated(with: url), options: options, fetcher: fetcher)
        do {
            let page = try await PageTags.fetch(url, options: options, limits: limits, fetcher: fetcher)
            return await LinkReport(url: url, page: page, site: site)
        } catch {
            var report = await LinkReport(url: url, page: nil, site: site)
            report.pageError = error
            return report
        }
    }
}
