public import BoltsTasks
public import Foundation

/// Remembers what another resolver found, and asks it once where many ask at the same time.
///
/// Links are kept by the rules of HTTP where the other resolver tells them (``RevalidatingAppLinkResolving``), within the
/// limits of ``AppLinkCacheOptions``. A link that is no longer fresh is asked for again, by its validators where there
/// are any. Failures are remembered for a short while. URLs are one where their texts are, their fragments left aside.
///
/// ```swift
/// let resolver = CachingAppLinkResolver(HTTPAppLinkResolver())
/// AppLinkResolvers.default = resolver
/// resolver.forget(url)    // the next to ask gets a new answer
/// ```
public struct CachingAppLinkResolver: AppLinkResolving {
    private let cache: AppLinkCache

    /// Creates a cache before another resolver; copies share what is kept.
    ///
    /// - Parameters:
    ///   - next: The resolver that is asked for what is not kept. It must not ask the cache for the same URL, which would
    ///     wait for itself.
    ///   - options: How much is kept, and for how long.
    ///   - clock: What tells how old an answer is.
    public init(
        _ next: any AppLinkResolving,
        options: AppLinkCacheOptions = AppLinkCacheOptions(),
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        let start = clock.now
        cache = AppLinkCache(next, options: options) { start.duration(to: clock.now) }
    }

    /// Finds the App Link of a URL: the one that is kept, or else by asking.
    ///
    /// - Parameters:
    ///   - url: The URL that a person would follow.
    ///   - cancellationToken: Cancels this task at once. Others who wait for the same URL go on waiting; when nobody does,
    ///     the other resolver is told to stop.
    /// - Returns: A task of the link: complete already where it is kept, else on the thread of the other resolver. It fails
    ///   as that does.
    public func appLink(for url: URL, cancellationToken: CancellationToken) -> BoltsTask<AppLink> {
        cache.appLink(for: url, cancellationToken: cancellationToken)
    }

    /// How many URLs are remembered, links and failures, fresh or not.
    public var count: Int { cache.count }

    /// About how many bytes that takes.
    public var byteCount: Int { cache.byteCount }

    /// How many requests are under way.
    public var requestCount: Int { cache.flightCount }

    /// Forgets a URL.
    ///
    /// Those who wait for it still get the answer to what they asked; it is not kept, and whoever asks from now on does not
    /// join them.
    ///
    /// - Parameter url: The URL as it was asked for.
    public func forget(_ url: URL) { cache.forget(url) }

    /// Forgets everything, as ``forget(_:)`` does.
    public func forgetAll() { cache.forgetAll() }
}
