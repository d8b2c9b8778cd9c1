public import BoltsTasks
public import Foundation

/// Remembers what another resolver found, and asks it once where many ask at the same time.
///
/// Links are kept by the rules of HTTP where the other resolver tells them (``RevalidatingAppLinkResolving``), within
/// the limits of ``AppLinkCacheOptions``. A link that is no longer fresh is asked for again, by its validators where
/// there are any. Failures are remembered for a short while. Two URLs are the same if their texts are, up to the
/// fragment.
///
/// ```swift
/// let resolver = CachingAppLinkResolver(HTTPAppLinkResolver())
/// AppLinkResolvers.default = resolver
/// let link = try await resolver.appLink(for: url).value
/// resolver.forget(url)    // the next look-up asks for it again
/// print(link, resolver.statistics.misses)
/// ```
public struct CachingAppLinkResolver: AppLinkResolving {
    private let cache: AppLinkCache

    /// Creates a cache in memory before another resolver.
    ///
    /// Copies of the value share the cache.
    ///
    /// - Parameters:
    ///   - next: The resolver that is asked for what is not cached. It must not ask the cache for the same URL, which
    ///     would wait for itself.
    ///   - options: How much is kept, and for how long.
    ///   - clock: The clock by which links grow old.
    public init(
        _ next: any AppLinkResolving,
        options: AppLinkCacheOptions = AppLinkCacheOptions(),
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        let start = clock.now
        let store = MemoryAppLinkCacheStore(capacity: options.capacity, byteCapacity: options.byteCapacity)
        cache = AppLinkCache(next, store: store, options: options, now: { start.duration(to: clock.now) })
    }

    /// Creates a cache in a store of your own before another resolver.
    ///
    /// Copies of the value share the requests under way.
    ///
    /// ```swift
    /// let resolver = CachingAppLinkResolver(HTTPAppLinkResolver(), store: database, onStoreError: { print($0) })
    /// ```
    ///
    /// - Parameters:
    ///   - next: The resolver that is asked for what is not cached. It must not ask the cache for the same URL, which
    ///     would wait for itself.
    ///   - store: Where entries are kept. How much it keeps is its own affair:
    ///     ``AppLinkCacheOptions/capacity`` and ``AppLinkCacheOptions/byteCapacity`` do not apply.
    ///   - options: For how long links are kept.
    ///   - now: The time of day, which everybody who uses the store must agree on.
    ///   - onStoreError: Called with each error of the store, on the thread where it failed. The cache goes on without
    ///     the store: it asks the other resolver.
    public init(
        _ next: any AppLinkResolving,
        store: any AppLinkCacheStore,
        options: AppLinkCacheOptions = AppLinkCacheOptions(),
        now: @escaping @Sendable () -> Date = { Date() },
        onStoreError: (@Sendable (any Error) -> Void)? = nil
    ) {
        cache = AppLinkCache(
            next,
            store: store,
            options: options,
            now: { .milliseconds(Int64(now().timeIntervalSince1970 * 1_000)) },
            onStoreError: onStoreError
        )
    }

    /// Finds the App Link of a URL: the cached one, or else by asking the other resolver.
    ///
    /// - Parameters:
    ///   - url: The URL that a person would follow.
    ///   - cancellationToken: Cancels this task at once. Others who wait for the same URL go on waiting; when nobody
    ///     does, the request to the other resolver is cancelled.
    /// - Returns: A task of the link: already complete if the link is cached in memory, otherwise completed on the
    ///   thread of the store or of the other resolver. It fails as the other resolver does.
    public func appLink(for url: URL, cancellationToken: CancellationToken) -> BoltsTask<AppLink> {
        lookUp(url, cancellationToken: cancellationToken).continueOnSuccessWith(.immediate) { $0.link }
    }

    /// Finds the App Link of a URL, and says where it came from.
    ///
    /// - Parameters:
    ///   - url: The URL that a person would follow.
    ///   - cancellationToken: Cancels this task at once. Others who wait for the same URL go on waiting; when nobody
    ///     does, the request to the other resolver is cancelled.
    /// - Returns: A task of the link, completed as that of ``appLink(for:cancellationToken:)``.
    public func lookUp(_ url: URL, cancellationToken: CancellationToken = .none) -> BoltsTask<CachedAppLink> {
        cache.lookUp(url, cancellationToken: cancellationToken)
    }

    /// Finds the App Link of a URL, and says where it came from, from `async` code.
    ///
    /// Cancelling the calling Swift task ends its wait; when nobody waits, the request to the other resolver is
    /// cancelled.
    ///
    /// - Parameter url: The URL that a person would follow.
    /// - Returns: The link.
    /// - Throws: The error of the other resolver; `CancellationError`.
    public func cachedLink(for url: URL) async throws -> CachedAppLink {
        try await withCancellationToken { lookUp(url, cancellationToken: $0) }
    }

    /// The number of URLs that are remembered in memory, links and failures, fresh or not; 0 with a store of your own.
    public var count: Int { cache.memory?.count ?? 0 }

    /// The estimated size of what is remembered in memory, in bytes; 0 with a store of your own.
    public var byteCount: Int { cache.memory?.byteCount ?? 0 }

    /// The number of requests under way.
    package var requestCount: Int { cache.requestCount }

    /// The hits, misses, stale answers and errors so far.
    public var statistics: AppLinkCacheStatistics { cache.statistics }

    /// Forgets a URL.
    ///
    /// Those who wait for it still get the answer to what they asked; it is not kept, and later look-ups do not join
    /// them.
    ///
    /// - Parameter url: The URL as it was asked for.
    /// - Returns: A task that completes when the store has removed the entry; it fails if the store does.
    @discardableResult
    public func forget(_ url: URL) -> BoltsTask<Void> { cache.forget(url) }

    /// Forgets everything, as ``forget(_:)`` does.
    ///
    /// - Returns: A task that completes when the store has removed all entries; it fails if the store does.
    @discardableResult
    public func forgetAll() -> BoltsTask<Void> { cache.forgetAll() }
}
