@_spi(Bolts) import BoltsPageFetching
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// The association files of a host in the form that a cache keeps: parsed in memory, and as served in the database.
struct SiteFiles: CacheableValue {
    /// The version of the stored form.
    ///
    /// Records with another version are ignored, and the files are fetched again.
    static let formatVersion = 3

    let site: SiteAssociations

    /// A parsed file needs several times the memory of its text.
    var byteCount: Int { 1_024 + site.fileByteCount * 9 }

    init(_ site: SiteAssociations) { self.site = site }

    init(from decoder: any Decoder) throws { site = try StoredSite(from: decoder).site }

    func encode(to encoder: any Encoder) throws { try StoredSite(site).encode(to: encoder) }
}

/// Fetches the association files of a host, as the source of a cache.
struct SiteReader: Sendable {
    let options: SiteFetchOptions
    let fetcher: any PageFetching
    /// The limit for the files of all hosts while they are fetched.
    let budget: BodyBudget
    /// How long files are fresh if their server does not state it.
    let defaultTimeToLive: Duration
    /// The time before a file is requested again if its server did not respond.
    let pause: Duration

    /// Fetches the files.
    ///
    /// Cancelling the calling task closes the connections.
    ///
    /// - Parameter url: The scheme and host: `https://example.com`. Files are requested over http only if the scheme is http.
    /// - Returns: The files, and how long they may be kept.
    /// - Throws: The `PageError` of Apple's file if no file got a response; `CancellationError`.
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
