import BoltsTasks
import Foundation
import Synchronization

/// The attempts of one fetch.
final class FetchAttempts: Sendable {
    private struct State {
        var count = 0
        var firstReason: String?
        var lastError: PageError?
    }

    private let url: URL
    private let options: PageFetchOptions
    private let consumer: WatchedConsumer
    private let deadline: Duration
    private let state = Mutex(State())

    init(_ url: URL, options: PageFetchOptions, consumer: any PageConsuming, deadline: Duration) {
        self.url = url
        self.options = options
        self.consumer = WatchedConsumer(consumer)
        self.deadline = deadline
    }

    /// Sends a request with the remaining time.
    func start(
        _ number: Int,
        with fetcher: any PageFetching,
        now: Duration,
        cancellationToken: CancellationToken
    ) -> BoltsTask<FetchedPage> {
        let earlier = state.withLock { $0.lastError }
        var options = options
        options.statedTimeout = options.totalTimeout
        options.totalTimeout = max(.milliseconds(1), deadline - now)
        return fetcher.fetch(url, options: options, into: consumer, cancellationToken: cancellationToken)
            .continueWithTask(.immediate) { task in
                let error = task.error as? PageError
                // The host requests a pause that is too long, so the earlier error counts.
                if let earlier, error?.code == .hostPaused { return BoltsTask(error: earlier) }
                self.state.withLock { state in
                    state.count = number
                    state.lastError = error
                    if number == 1 { state.firstReason = error?.passingReason }
                }
                return task
            }
    }

    /// Whether another request may help, and there is time for the delay before it.
    func mayRetry(after error: any Error, by policy: TaskRetryPolicy, now: Duration) -> Bool {
        guard let error = error as? PageError, error.passingReason != nil, consumer.mayBeginAgain else { return false }
        // This is the longest delay of this attempt; the random factor only shortens it.
        let delay = policy.delay(afterAttempt: state.withLock { $0.count }, chance: 0)
        return now + max(delay, error.retryAfter ?? .zero) < deadline
    }

    /// The reported retries of the fetch, or `nil` if it was not repeated or was cancelled.
    func outcome(of task: BoltsTask<FetchedPage>) -> RetriedFetch? {
        let (count, reason) = state.withLock { ($0.count, $0.firstReason) }
        guard count > 1, let reason, !task.isCancelled else { return nil }
        let isAnswered = (task.error as? PageError).map { $0.passingReason == nil } ?? (task.error == nil)
        return RetriedFetch(url: url, tries: count, reason: reason, isAnswered: isAnswered)
    }
}

/// Passes a page on, and records whether one has begun.
private final class WatchedConsumer: PageConsuming {
    private let consumer: any PageConsuming
    private let hasBegun = Mutex(false)

    init(_ consumer: any PageConsuming) { self.consumer = consumer }

    /// Whether the receiver can be given a page from its first byte.
    var mayBeginAgain: Bool { consumer is any RestartablePageConsuming || !hasBegun.withLock { $0 } }

    func begin(_ response: PageResponse) throws {
        hasBegun.withLock { $0 = true }
        try consumer.begin(response)
    }

    func consume(_ chunk: Span<UInt8>) throws -> Bool { try consumer.consume(chunk) }
}
