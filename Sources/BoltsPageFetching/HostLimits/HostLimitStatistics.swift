/// What a ``HostLimitedPageFetcher`` does at the moment.
///
/// ```swift
/// func show(_ fetcher: HostLimitedPageFetcher) {
///     let now = fetcher.statistics
///     print(now.runningFetchCount, "running,", now.waitingFetchCount, "waiting")
/// }
/// ```
public struct HostLimitStatistics: Hashable, Sendable {
    /// The fetches that run.
    public var runningFetchCount = 0
    /// The fetches that wait, for another fetch of their host or for the end of its pause.
    public var waitingFetchCount = 0
    /// The hosts that have a fetch, or that are remembered because they answered 429 or 503.
    public var hostCount = 0
}
