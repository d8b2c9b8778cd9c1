import BoltsTasks
import Foundation

/// Repeats requests that failed for a temporary reason.
///
/// All attempts happen within ``PageFetchOptions/totalTimeout``: a host that requests a longer pause gets no further request.
/// If the last attempt fails, the error is the same as without retries.
struct RepeatingPageFetcher: PageFetching {
    private let fetcher: any PageFetching
    private let policy: TaskRetryPolicy
    private let now: @Sendable () -> Duration
    private let retry: Retry
    /// Receives a fetch that was repeated.
    var record: @Sendable (RetriedFetch) -> Void = { _ in }

    private typealias Attempt = @Sendable (Int, CancellationToken) -> BoltsTask<FetchedPage>
    private typealias Retry =
        @Sendable (TaskRetryPolicy, CancellationToken, @escaping Attempt) -> BoltsTask<FetchedPage>

    init(_ fetcher: any PageFetching, policy: TaskRetryPolicy, clock: some Clock<Duration>) {
        self.fetcher = fetcher
        self.policy = policy
        let start = clock.now
        now = { start.duration(to: clock.now) }
        retry = { policy, token, attempt in
            BoltsTask.retry(policy, clock: clock, cancellationToken: token) { number, token in attempt(number, token) }
        }
    }

    func fetch(
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
