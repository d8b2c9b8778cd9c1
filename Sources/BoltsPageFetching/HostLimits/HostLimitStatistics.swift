/// What a ``HostLimitedPageFetcher`` does at the moment.
package struct HostLimitStatistics: Hashable, Sendable {
    /// The fetches that run.
    package var runningFetchCount = 0
    /// The fetches that wait, for another fetch of their host or for the end of its pause.
    package var waitingFetchCount = 0
    /// The hosts that have a fetch, or that are remembered because they answered 429 or 503.
    package var hostCount = 0
}
