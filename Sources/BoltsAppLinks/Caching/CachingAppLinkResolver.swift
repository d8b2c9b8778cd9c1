@_spi(Bolts) public import BoltsPageFetching
public import BoltsTasks
public import Foundation

/// Caches the links of another resolver, and combines simultaneous look-ups of a URL into one request.
///
/// Links of the library's own resolvers are cached by the rules of HTTP, within the limits of `HTTPCacheOptions`. Links of
/// other resolvers are cached for `defaultTimeToLive`. A stale link is revalidated if it has a validator. Failures are cached
/// for a short time. URLs are compared as text, without the fragment.
///
/// ```swift
/// let resolver = CachingAppLinkResolver(HTTPAppLinkResolver())
/// AppLinkResolvers.default = resolver
/// let link = try await resolver.appLink(for: url)
/// resolver.forget(url)    // the next look-up asks for it again
/// print(link, resolver.statistics.misses)
/// ```
public struct CachingAppLinkResolver: AppLinkResolving {
    private let cache: ResourceCache<ResolvedLink>
    /// The store, if it is the one in memory.
    private let memory: MemoryCacheStore<ResolvedLink>?

    /// Creates a cache in memory for another resolver.
    ///
    /// Copies of the value share the cache.
    ///
    /// - Parameters:
    ///   - next: The resolver for links that are not cached. It must not look up the same URL in this cache: the look-up would
    ///     wait for itself.
    ///   - options: The limits of the cache.
    ///   - keepsPages: Whether the page's tags and requests are cached with its link. They need about as much memory as the link.
    ///   - clock: The clock that measures the age of links.
    public init(
        _ next: any AppLinkResolving,
        options: HTTPCacheOptions = HTTPCacheOptions(),
        keepsPages: Bool = false,
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        let start = clock.now
        let store = MemoryCacheStore<ResolvedLink>(capacity: options.capacity, byteCapacity: options.byteCapacity)
        memory = store
        cache = ResourceCache(
            store: store,
            options: options,
            now: { start.duration(to: clock.now) },
            source: next.cacheSource(keepsPages: keepsPages)
        )
    }

    /// Creates a cache for another resolver, with a separate store, all of whose users must agree on the time of day (`now`).
    ///
    /// Copies of the value share the requests in flight. `next` must not look up the same URL in this cache: the look-up would
    /// wait for itself. The capacities of `HTTPCacheOptions` do not apply to the store. `keepsPages` caches the page's tags and
    /// requests with its link. `onStoreError` is called on the thread where the store failed; the cache then calls the other
    /// resolver.
    @_spi(Bolts) public init(
        _ next: any AppLinkResolving,
        store: any CacheStoring<ResolvedLink>,
        options: HTTPCacheOptions = HTTPCacheOptions(),
        keepsPages: Bool = false,
        now: @escaping @Sendable () -> Date = { Date() },
        onStoreError: (@Sendable (any Error) -> Void)? = nil
    ) {
        memory = nil
        cache = ResourceCache(
            store: store,
            options: options,
            now: { .milliseconds(Int64(now().timeIntervalSince1970 * 1_000)) },
            onStoreError: onStoreError,
            source: next.cacheSource(keepsPages: keepsPages)
        )
    }

    /// Finds the App Link of a URL, in the cache or with the other resolver.
    ///
    /// - Parameters:
    ///   - url: The URL that a person would follow.
    ///   - cancellationToken: Cancels this task immediately. The request to the other resolver is cancelled when no look-up
    ///     waits for it any more.
    /// - Returns: A task of the link. It is complete already if the link is cached in memory; otherwise it completes on the
    ///   thread of the store or of the other resolver. It fails with the error of the other resolver.
    public func appLink(for url: URL, cancellationToken: CancellationToken) -> BoltsTask<AppLink> {
        cache.lookUp(url, cancellationToken: cancellationToken).continueOnSuccessWith(.immediate) { $0.value.link }
    }

    /// Finds the App Link of a URL, and returns its origin too.
    ///
    /// - Parameters:
    ///   - url: The URL that a person would follow.
    ///   - renews: Whether to call the other resolver even if the link is fresh, with the link's validator if it has one. Other
    ///     look-ups are answered from the cache meanwhile. If the other resolver fails temporarily, the cached link is kept.
    ///   - cancellationToken: Cancels this task immediately. The request to the other resolver is cancelled when no look-up
    ///     waits for it any more.
    /// - Returns: A task of the link, which completes like that of ``appLink(for:cancellationToken:)``.
    public func lookUp(
        _ url: URL,
        renews: Bool = false,
        cancellationToken: CancellationToken
    ) -> BoltsTask<HTTPCacheAnswer<ResolvedLink>> {
        cache.lookUp(url, renews: renews, cancellationToken: cancellationToken)
    }

    /// Finds the App Link of a URL, and returns its origin too, from `async` code.
    ///
    /// Cancelling the calling Swift task cancels this look-up. The request to the other resolver is cancelled when no look-up
    /// waits for it any more.
    ///
    /// ```swift
    /// func renew(_ popular: [URL], in resolver: CachingAppLinkResolver) async throws {
    ///     for url in popular { _ = try await resolver.lookUp(url, renews: true) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - url: The URL that a person would follow.
    ///   - renews: Whether to call the other resolver even if the link is fresh.
    /// - Returns: The link.
    /// - Throws: The error of the other resolver; `CancellationError`.
    public func lookUp(_ url: URL, renews: Bool = false) async throws -> HTTPCacheAnswer<ResolvedLink> {
        try await withCancellationToken { lookUp(url, renews: renews, cancellationToken: $0) }
    }

    /// The number of entries in memory, links and failures, fresh or stale; 0 with another store.
    package var count: Int { memory?.count ?? 0 }

    /// The estimated size of the entries in memory, in bytes; 0 with another store.
    package var byteCount: Int { memory?.byteCount ?? 0 }

    /// The number of requests in flight.
    package var requestCount: Int { cache.requestCount }

    /// The counts of hits, misses, stale answers and errors.
    public var statistics: HTTPCacheStatistics { cache.statistics }

    /// Removes a URL from the cache.
    ///
    /// Look-ups that wait for it still complete with the response to their request, which is not cached. Later look-ups do not
    /// join that request.
    ///
    /// - Parameter url: The requested URL.
    /// - Returns: A task that completes when the store has removed the entry; it fails if the store fails.
    @discardableResult
    public func forget(_ url: URL) -> BoltsTask<Void> { cache.forget(url) }

    /// Removes all URLs from the cache, as ``forget(_:)`` does.
    ///
    /// - Returns: A task that completes when the store has removed all entries; it fails if the store fails.
    @discardableResult
    public func forgetAll() -> BoltsTask<Void> { cache.forgetAll() }
}

@_spi(Bolts)
extension AppLinkResolving {
    /// The resolver as the source of a cache.
    ///
    /// - Parameter keepsPages: Whether the page's tags and requests are cached with its link.
    /// - Returns: The source.
    public func cacheSource(keepsPages: Bool) -> CacheSource<ResolvedLink> {
        { url, validator, token in
            anyResolution(for: url, revalidating: validator, cancellationToken: token)
                .continueOnSuccessWith(.immediate) { resolution in
                    let value = resolution.link.map { ResolvedLink(link: $0, page: resolution.page) }
                    let kept = keepsPages ? value : value.map { ResolvedLink(link: $0.link, page: nil) }
                    return CacheResolution(
                        value,
                        keptValue: kept,
                        cacheability: resolution.cacheability,
                        hops: resolution.hops
                    )
                }
        }
    }
}
