@_spi(Bolts) package import BoltsAppLinks
package import BoltsSiteCheck
@_spi(Bolts) package import BoltsPageFetching
import BoltsTasks
package import Foundation
package import Logging
import Synchronization

/// Answers which apps open a URL: from memory, from the store, or by fetching the page and the association files of its host.
///
/// Simultaneous requests for a URL share one fetch, including those of other nodes with the same store.
package final class AppLinkIndex: Sendable {
    package let store: any IndexStore
    /// The store, for calls that an answer waits for.
    package var answering: StoreGuard { parts.answering }
    let options: IndexOptions
    let parts: CacheDependencies
    let logger: Logger
    let failures: QuietLog
    let pages: ResourceCache<ResolvedLink>
    let sites: ResourceCache<SiteFiles>
    /// The records that are being renewed because they are in use.
    let renewals = Mutex<Set<RecordKey>>([])

    /// Creates an index.
    ///
    /// - Parameters:
    ///   - store: The store, whose tables exist.
    ///   - options: How the index fetches, and how long it keeps records.
    ///   - fetcher: The fetcher; by default the best of the platform.
    ///   - logger: Where failures of the store are logged.
    package init(
        store: any IndexStore,
        options: IndexOptions = IndexOptions(),
        fetcher: any PageFetching = SystemPageFetcher(),
        logger: Logger = Logger(label: "applinks-index")
    ) {
        self.store = store
        self.options = options
        self.logger = logger
        let failures = QuietLog(logger)
        self.failures = failures
        let metrics = IndexMetrics()
        let answering = StoreGuard(store, limit: options.storePatience)
        let parts = CacheDependencies(
            store: store,
            answering: answering,
            loader: CombiningLoader(queryLimit: 4) { keys in
                try await answering.call { try await $0.records(for: keys) }
            },
            leases: LeaseHolder(answering, node: options.node, duration: options.leaseDuration, logger: logger),
            uses: UseCounter(store, rule: options.renewalRule, logger: logger),
            unstored: UnstoredRecords(
                store,
                node: options.node,
                leaseDuration: options.leaseDuration,
                byteLimit: options.unstoredBytes,
                metrics: metrics,
                logger: logger
            ),
            coding: EntryCoding(retention: options.retention),
            metrics: metrics
        )
        self.parts = parts
        func cache<Value>(_ kind: RecordKey.Kind, _ byteCapacity: Int, _ source: @escaping CacheSource<Value>)
            -> ResourceCache<Value>
        {
            ResourceCache(
                store: IndexCacheStore(kind, parts, byteCapacity: byteCapacity),
                options: options.cache,
                now: { Timestamp.now.duration },
                onStoreError: { error in
                    metrics.storeFailed()
                    failures.warning("store", "The store failed: \(LoggedError(error))")
                },
                source: source
            )
        }
        let pageReader = HTTPAppLinkResolver(
            fetchOptions: options.fetch,
            readerOptions: PageTags.readerOptions(),
            fetcher: fetcher
        )
        pages = cache(.page, options.pageBytes / 2, TagLimit(resolver: pageReader).cacheSource(keepsPages: true))
        let siteReader = SiteReader(
            options: options.site,
            fetcher: fetcher,
            budget: BodyBudget(limit: options.fetchedFileBytes),
            defaultTimeToLive: options.cache.defaultTimeToLive,
            pause: options.cache.negativeTimeToLive
        )
        sites = cache(.site, options.siteBytes) { url, _, token in
            BoltsTask(cancellationToken: token) { try await siteReader.files(of: url) }
        }
    }

    /// The statistics of this node's caches: of pages, and of association files.
    package var statistics: (pages: HTTPCacheStatistics, sites: HTTPCacheStatistics) {
        (pages.statistics, sites.statistics)
    }

    /// Answers which apps open a URL, and which offer its host's passwords and passkeys.
    ///
    /// The page is read only if the answer is for links. It does not throw: the answer states which parts could not be read.
    /// Cancelling the calling task ends the fetches that no other request waits for.
    ///
    /// - Parameters:
    ///   - url: An http or https URL with a host.
    ///   - devices: The kinds of device to include.
    ///   - purposes: The purposes of the answer.
    ///   - renews: Whether to fetch the page and the files even if they are fresh. If a fetch fails, the stored data is used.
    /// - Returns: The answer.
    package func answer(
        for url: URL,
        devices: [LinkDevice] = LinkDevice.allCases,
        purposes: Set<AnswerPurpose> = [.links],
        renews: Bool = false
    ) async -> LinkAnswer {
        let name = SiteName(ofLink: url, allowsPlain: options.allowsPlainFiles)
        async let page = purposes.contains(.links) ? lookUp(url, in: pages, renews: renews) : nil
        async let files = lookUp(name.url, in: sites, renews: renews)
        let (foundPage, foundFiles) = await (page, files)
        let site = await associations(of: name, foundFiles)
        return LinkAnswer(
            url: url,
            page: foundPage,
            files: foundFiles,
            site: site,
            devices: devices,
            isForSignIn: purposes.contains(.signIn)
        )
    }

    private func lookUp<Value>(_ url: URL, in cache: ResourceCache<Value>, renews: Bool) async -> LookUpResult<Value> {
        if renews {
            let renewed = await LookUpResult { try await cache.lookUp(url, renews: true) }
            guard let error = renewed.error else { return renewed }
            logNotRenewed(url, error)
        }
        return await LookUpResult { try await cache.lookUp(url) }
    }

    /// Logs that a URL was not renewed, with its host only: the rest may contain tokens or names of people.
    func logNotRenewed(_ url: URL, _ error: any Error) {
        logger.debug(
            "A URL was not renewed.",
            metadata: ["host": "\(url.host() ?? "")", "error.type": "\(LoggedError(error))"]
        )
    }

    /// Returns the association files of a site, and how long they are fresh.
    ///
    /// - Parameter url: The scheme, host and port. For an http URL, the files are those that the host serves over http.
    /// - Returns: The files, whose responses state the failures, and the seconds for which they are used without a request, or
    ///    `nil` if they are not kept.
    package func associations(of url: URL) async -> (site: SiteAssociations, seconds: Double?) {
        let name = SiteName(url)
        let found = await LookUpResult { try await self.sites.lookUp(name.url) }
        let left = found.freshUntil.map { Double($0.milliseconds - Timestamp.now.milliseconds) / 1_000 }
        return (await associations(of: name, found), left)
    }

    /// Returns the link of a URL, without requesting association files, and until when it is fresh.
    ///
    /// - Parameter url: An http or https URL with a host.
    /// - Returns: The link, or `nil` if the page could not be read, and until when it is used without a request, or `nil` if it
    ///   is not kept.
    package func page(at url: URL) async -> (link: AppLink?, freshUntil: Timestamp?) {
        let found = await LookUpResult { try await self.pages.lookUp(url) }
        return (found.value?.link, found.freshUntil)
    }

    /// Returns the keys of an answer without association files, for ``countUse(of:)``.
    package func pageKeys(of url: URL) -> AnswerKeys { AnswerKeys(page: url.cacheKey, site: nil) }

    /// Returns the keys of an answer, for ``countUse(of:)``.
    ///
    /// - Parameter url: The URL of the answer.
    /// - Returns: The keys of its page and of its host's files.
    package func keys(of url: URL) -> AnswerKeys {
        AnswerKeys(
            page: url.cacheKey,
            site: SiteName(ofLink: url, allowsPlain: options.allowsPlainFiles).url.absoluteString
        )
    }

    /// Counts the repeated use of an answer that a caller kept.
    package func countUse(of keys: AnswerKeys) { parts.uses.count(keys) }

    /// The files of a host.
    ///
    /// If the look-up failed, the response for each file states the failure.
    private func associations(of name: SiteName, _ found: LookUpResult<SiteFiles>) async -> SiteAssociations {
        if let files = found.value { return files.site }
        let error = found.error as? PageError ?? PageError(.interrupted, "The file was not requested.")
        return await SiteAssociations.fetch(
            name.host,
            options: name.options(options.site),
            fetcher: FailingFetcher(error: error)
        )
    }
}
