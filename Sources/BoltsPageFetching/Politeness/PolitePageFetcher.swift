public import BoltsTasks
public import Foundation

/// Fetches from many hosts, a few requests to each at a time, and repeats what failed for a reason that may pass.
///
/// A request is repeated after a lost connection, a time-out, and the statuses 429, 502, 503 and 504, with delays that grow
/// and have a random share, and after the time of `Retry-After` if the host names one. All of that happens within
/// ``PageFetchOptions/totalTimeout``: a host that asks for more time than is left is not asked again. What failed at last
/// fails as if it had been asked once.
@_spi(Polite)
public struct PolitePageFetcher: PageFetching {
    private let fetcher: HostLimitedPageFetcher
    private let policy: RetryPolicy
    private let now: @Sendable () -> Duration
    private let retry: Retry
    private var record: @Sendable (RetriedFetch) -> Void = { _ in }

    private typealias Attempt = @Sendable (Int, CancellationToken) -> BoltsTask<FetchedPage>
    private typealias Retry = @Sendable (RetryPolicy, CancellationToken, @escaping Attempt) -> BoltsTask<FetchedPage>

    /// Creates a fetcher in front of another one.
    ///
    /// Copies of the value share what is known of the hosts.
    ///
    /// - Parameters:
    ///   - fetcher: Sends the requests, as for a ``HostLimitedPageFetcher``.
    ///   - options: How hosts are treated.
    ///   - clock: The clock that measures delays and time limits.
    public init(
        _ fetcher: any PageFetching = SystemPageFetcher(),
        options: PoliteFetchOptions = PoliteFetchOptions(),
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        self.fetcher = HostLimitedPageFetcher(fetcher, options: options.hostLimits, clock: clock)
        policy = options.retryPolicy
        let start = clock.now
        now = { start.duration(to: clock.now) }
        retry = { policy, token, attempt in
            BoltsTask.retry(policy, clock: clock, cancellationToken: token) { number, token in attempt(number, token) }
        }
    }

    /// Returns a fetcher that shares the hosts with this one, and reports each fetch that was repeated when it ends.
    ///
    /// - Parameter record: Takes a fetch, on any thread, before the task of the fetch completes.
    /// - Returns: The fetcher.
    public func recording(_ record: @escaping @Sendable (RetriedFetch) -> Void) -> PolitePageFetcher {
        var copy = self
        copy.record = record
        return copy
    }

    /// Fetches a page, with further tries if they may help.
    ///
    /// - Parameters:
    ///   - url: The URL of the page.
    ///   - options: The limits and rules. The total timeout includes all tries and the time between them.
    ///   - consumer: Receives the bytes, as the other fetcher passes them on.
    ///   - cancellationToken: Cancels the task immediately, also while it waits.
    /// - Returns: A task of the page that the last try gave. It fails with that try's error.
    public func fetch(
        _ url: URL,
        options: PageFetchOptions,
        into consumer: any PageConsuming,
        cancellationToken: CancellationToken
    ) -> BoltsTask<FetchedPage> {
        let attempts = FetchAttempts(url, options: options, consumer: consumer, deadline: now() + options.totalTimeout)
        var policy = policy
        policy.isRetryable = { [policy, now] in attempts.mayRetry(after: $0, by: policy, now: now()) }
        let task = retry(policy, cancellationToken) { [fetcher, now] number, token in
            attempts.start(number, with: fetcher, now: now(), cancellationToken: token)
        }
        return task.continueWithTask(.immediate) { [record] task in
            if let retried = attempts.outcome(of: task) { record(retried) }
            return task
        }
    }
}
