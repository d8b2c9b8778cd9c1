@_spi(Bolts) import BoltsPageFetching
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// Fetches the association files of a host, as the source of a cache.
struct SiteReader: Sendable {
    let options: SiteFetchOptions
    let fetcher: any PageFetching
    /// What the files of all hosts may need while they are fetched.
    let budget: BodyBudget
    /// How long files are fresh whose server does not say.
    let defaultTimeToLive: Duration
    /// How long it is before a file is asked for again whose server did not answer.
    let pause: Duration

    /// Fetches the files.
    ///
    /// Cancelling the calling task closes the connections.
    ///
    /// - Parameter url: The scheme and host: `https://example.com`. Files are asked for with http only if it says so.
    /// - Returns: The files, and how long they may be kept.
    /// - Throws: `PageError`, that of Apple's file, if no file got an answer; `CancellationError`.
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
