import BoltsAppLinks
import BoltsPageFetching
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// The data on which the explanation of a link is based: the files of its host and the tags of its page.
struct LinkEvidence: Sendable {
    let site: SiteAssociations
    /// The page's tags, or `nil` if it could not be read.
    let page: PageTags?
    /// Sentences about the parts that could not be read, with reasons.
    let failures: [String]
    /// Whether a proxy prevented the request for the page, so that nothing is known about it.
    let isPageUnasked: Bool
    /// Whether the page was searched in a folder; many sites keep only the association files there.
    let isLocal: Bool
    /// The path of each local file by its URL; empty if all files came from the web.
    let paths: [String: String]

    var isEmpty: Bool {
        page == nil && site.appleResponse.bytes == nil && site.androidResponse.bytes == nil
            && site.windowsResponse?.bytes == nil
    }

    /// Whether the host gave no response at all, so nothing is known about its files.
    var isUnanswered: Bool {
        !isLocal && page == nil && site.isUnanswered
    }

    /// The verdict about a link from the data that was read.
    func verdict(
        on url: URL,
        claims: AppClaims = AppClaims(),
        others: [SiteAssociations] = [],
        devices: [LinkDevice] = LinkDevice.allCases,
        leadsTo target: LinkVerdict? = nil
    ) -> LinkVerdict {
        // In a folder a page is often missing because a program generates it.
        let failure = isLocal || isPageUnasked || failures.isEmpty ? nil : failures.joined(separator: "; ")
        return LinkVerdict(
            url: url,
            site: site,
            page: page,
            pageFailure: failure,
            claims: claims,
            others: others,
            devices: devices,
            leadsTo: target
        )
    }

    /// The URL of another host to which the link redirects, or `nil` if there is none.
    var otherHost: URL? {
        guard !isLocal, let page, let requested = page.requestedURL, page.url.asciiHost != requested.asciiHost else {
            return nil
        }
        return page.url
    }

    /// Fetches the files and the page from the web; `argument` is the link as given.
    init(
        _ url: URL,
        argument: String,
        _ options: SiteOptions,
        _ pages: PageOptions,
        comparesWithWWW: Bool = false,
        fetcher: any PageFetching
    ) async throws {
        let fetchOptions = try options.fetchOptions(pages, asked: url, comparesWithWWW: comparesWithWWW)
        let fetched = await FetchedLink.fetch(
            url,
            options: fetchOptions,
            limits: pages.readerOptions,
            fetcher: fetcher
        )
        site = fetched.site
        page = fetched.page
        paths = [:]
        isLocal = false
        isPageUnasked = (fetched.pageError as? PageError)?.code == .proxyFailed
        failures =
            fetched.pageError.map { error in
                let isRedirected = (error as? PageError)?.hops.last.map { (300..<400).contains($0.status) } ?? false
                let start = isRedirected ? "the URL redirects to a page that was not read: " : ""
                return ["\(start)\(error)\(pages.advice(on: error, input: argument, isVerbose: true))"]
            } ?? []
    }

    /// Reads the files and the page from a site's folder.
    init(_ url: URL, directory: String, _ options: SiteOptions, _ pages: PageOptions) async throws {
        let host = options.host(of: url)
        let local = try await LocalSite(directory: directory, host: host, readerOptions: pages.siteReaderOptions)
        site = local.site
        paths = local.paths
        isLocal = true
        isPageUnasked = false
        let path = url.path().isEmpty ? "/" : url.path()
        page = local.page(at: path)?.tags
        let missing = page == nil ? ["\(directory) has no page at \(path); only the association files were read"] : []
        failures = missing + (local.leftOutMessage.map { [$0] } ?? [])
    }
}
