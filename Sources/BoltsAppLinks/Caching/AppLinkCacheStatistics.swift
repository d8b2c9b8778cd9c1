/// What a ``CachingAppLinkResolver`` has done so far.
///
/// Every look-up that is not cancelled counts once, as a hit, a stale answer or a miss, when it is known which it is.
///
/// ```swift
/// let statistics = cache.statistics
/// print("hit rate", Double(statistics.hits) / Double(max(1, statistics.lookUps)))
/// ```
public struct AppLinkCacheStatistics: Hashable, Sendable {
    /// Look-ups that were answered from the cache by a fresh link, or by a failure that is still remembered.
    public var hits = 0
    /// Look-ups that were answered by a link that is no longer fresh.
    public var staleAnswers = 0
    /// Look-ups for which the source was asked, by this look-up or by one that was under way.
    public var misses = 0
    /// Requests to the source that confirmed the cached link.
    public var revalidations = 0
    /// Requests to the source that failed.
    public var errors = 0
    /// Calls of the store that failed.
    public var storeErrors = 0

    /// All look-ups that were counted.
    public var lookUps: Int { hits + staleAnswers + misses }
}
