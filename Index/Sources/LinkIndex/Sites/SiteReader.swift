@_spi(Bolts) import BoltsPageFetching
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// Fetches the association files of a host, as the source of a cache.
struct SiteReader: Sendable {
    let options: SiteFetchOptions
    let fetcher: any PageFetching
    /// The memory limit for the files of all hosts during a fetch.
    let budget: BodyBudget
    /// How long files are fresh if their server does not specify it.
    let defaultTimeToLive: Duration
    /// The time until the next request for a file whose server did not respond.
    let pause: Duration

    /// Fetches the files.
    ///
    /// Cancelling the calling task closes the connections.
    ///
    /// - Parameter url: The scheme and host: `https://example.com`. Files are fetched over http only if the URL is http.
    /// - Returns: The files, and how long they may be kept.
    /// - Throws: `PageError`, that of Apple's file, if no file got a response; `CancellationError`.
    func files(of url: URL) async throws -> CacheResolution<SiteFiles> {
        let name = SiteName(url)
        let budgeted = BudgetedFetcher(fetcher, budget: budget)
        let site = await SiteAssociations.fetch(name.host, options: name.options(options), fetcher: budgeted)
        try Task.checkCancellation()
        if let error = site.outage { throw error }
        let cacheability = site.cacheability(defaultTimeToLive: defaultTimeToLive, pause: pause)
        return CacheResolution(SiteFiles(site), cacheability: cacheability)
    }
}
