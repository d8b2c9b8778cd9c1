/// The counters of a cache.
///
/// Every look-up that is not cancelled counts once, as a hit, a stale answer or a miss.
///
/// ```swift
/// func hitRate(_ statistics: HTTPCacheStatistics) -> Double {
///     Double(statistics.hits) / Double(max(1, statistics.hits + statistics.staleAnswers + statistics.misses))
/// }
/// ```
public struct HTTPCacheStatistics: Hashable, Sendable {
    /// Look-ups with a fresh value or a failure from the cache.
    public var hits = 0
    /// Look-ups with a stale value from the cache.
    public var staleAnswers = 0
    /// Look-ups for which a request was sent or was in flight.
    public var misses = 0
    /// Requests to the source that confirmed the cached value.
    public var revalidations = 0
    /// Requests to the source that failed.
    public var errors = 0
    /// Calls of the store that failed.
    public var storeErrors = 0

    /// All look-ups that were counted.
    package var lookUps: Int { hits + staleAnswers + misses }
}
