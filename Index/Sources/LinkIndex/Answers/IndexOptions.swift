import BoltsSiteCheck
@_spi(Bolts) package import BoltsPageFetching
import BoltsPageMetadata

/// The options of an index: how it fetches, how long it keeps records, and how nodes share the work.
package struct IndexOptions: Sendable {
    /// The name of this node in the database, for operators who inspect it.
    package var node = "node"
    /// How long records are kept, by the rules of HTTP for a shared cache.
    ///
    /// Its memory limits do not apply.
    package var cache: HTTPCacheOptions
    /// How pages and association files are fetched.
    package var fetch: PageFetchOptions
    /// How many bytes of pages are kept in memory, 64 MiB by default.
    package var pageBytes = 64 << 20
    /// How many bytes of association files are kept in memory, 64 MiB by default.
    package var siteBytes = 64 << 20
    /// How many bytes of association files are held at the same time while they are fetched, 32 MiB by default.
    ///
    /// If there is no room for a file, it fails, and is requested again soon.
    package var fetchedFileBytes = 32 << 20
    /// How many bytes fetched while the database was unavailable are kept for it, 32 MiB by default.
    package var unstoredBytes = 32 << 20
    /// How long an answer waits for a database that does not respond, 5 seconds by default; then it continues without it.
    package var storePatience: Duration = .seconds(5)
    /// How long a page or file that can be revalidated is kept after its last usable moment, 30 days by default.
    package var retention: Duration = .seconds(30 * 86_400)
    /// The time after which another node takes over from a node that died during a fetch, 6 seconds by default.
    ///
    /// It must exceed the difference by which the clocks of a node and the database can diverge in that time, but not by much.
    package var leaseDuration: Duration = .seconds(6)
    /// How long before becoming stale a URL in use is renewed, 20 seconds by default; with zero, nothing is renewed.
    package var renewsBefore: Duration = .seconds(20)
    /// How often a URL must have been requested since it was stored to be renewed, 3 times by default.
    package var minimumUses = 3
    /// How many URLs are renewed at the same time, 128 by default.
    ///
    /// It also limits the renewals per second: if a page takes 0.1 seconds, ten times as many. Slow pages must not use it up. With
    /// the default limits, one address can keep 200 pages a minute in use, each of which takes 10 seconds at most.
    package var renewalLimit = 128
    /// Whether the association files of an http URL are fetched over http, `false` by default.
    ///
    /// No platform does. It is for tests on loopback.
    package var allowsPlainFiles = false

    /// Creates the default options: public addresses only, and a shared cache by the rules of HTTP.
    package init() {
        cache = HTTPCacheOptions()
        cache.isShared = true
        cache.cachesUnreachableHosts = true
        cache.staleIfError = .seconds(3_600)
        fetch = PageFetchOptions()
        // The first byte of a page may take the whole time.
        fetch.responseTimeout = fetch.totalTimeout
        fetch.userAgent = "applinks-index/1 (reads which apps open a page)"
    }

    /// The rule for renewals, or `nil` if there are none.
    var renewalRule: RenewalRule? {
        renewsBefore > .zero ? RenewalRule(minimumUses: max(1, minimumUses), before: renewsBefore) : nil
    }

    /// The options for fetching association files.
    var site: SiteFetchOptions {
        var options = SiteFetchOptions()
        options.page = fetch
        // Comparing clients is a task for the publisher of the file, not for the index.
        options.triesAppleCrawler = false
        return options
    }
}
