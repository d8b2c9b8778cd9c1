import BoltsTasks
import Foundation
import Synchronization

/// A cache's state behind its lock, and the requests that it makes.
///
/// Nothing of anybody else's runs under the lock: not the resolver, not the clock, no continuation, no `deinit`.
final class AppLinkCache: Sendable {
    private let state: Mutex<AppLinkCacheState>
    private let next: any AppLinkResolving
    /// The time since the cache was made.
    private let elapsed: @Sendable () -> Duration

    init(_ next: any AppLinkResolving, options: AppLinkCacheOptions, elapsed: @escaping @Sendable () -> Duration) {
        self.next = next
        self.state = Mutex(AppLinkCacheState(options: options))
        self.elapsed = elapsed
    }

    var count: Int { state.withLock { $0.count } }

    var flightCount: Int { state.withLock { $0.flightCount } }

    func appLink(for url: URL, cancellationToken token: CancellationToken) -> BoltsTask<AppLink> {
        if token.isCancellationRequested { return .cancelled() }
        let key = url.absoluteString
        let now = elapsed()
        switch state.withLock({ $0.ask(key, at: now) }) {
        case .kept(.success(let link)):
            return BoltsTask(result: link)
        case .kept(.failure(let error)):
            return BoltsTask(error: error)
        case .joined(let waiter, let source):
            watch(token, for: waiter, source)
            return source.task
        case .first(let waiter, let source, let cancellation, let validator):
            watch(token, for: waiter, source)
            next.anyResolution(for: url, revalidating: validator, cancellationToken: cancellation.token)
                .continueWith(.immediate) { task in
                    if let outcome = task.outcome { self.land(waiter.flight, outcome) }
                }
            return source.task
        }
    }

    private func watch(
        _ token: CancellationToken,
        for waiter: AppLinkCacheState.Waiter,
        _ source: TaskCompletionSource<AppLink>
    ) {
        let registration = token.register { self.leave(waiter) }
        // So that a token that outlives the request does not keep the cache.
        source.task.continueWith(.immediate) { _ in registration.dispose() }
    }

    private func leave(_ waiter: AppLinkCacheState.Waiter) {
        guard let left = state.withLock({ $0.leave(waiter) }) else { return }
        left.source.tryCancel()
        left.abandoned?.cancel()
    }

    private func land(_ flight: Int, _ outcome: Result<AppLinkResolution, any Error>) {
        let now = elapsed()
        guard let landing = state.withLock({ $0.land(flight, outcome, at: now) }) else { return }
        for waiter in landing.waiters { waiter.trySet(landing.outcome) }
    }

    func forget(_ url: URL) {
        let released = state.withLock { $0.forget(url.absoluteString) }
        _ = released
    }

    func forgetAll() {
        let released = state.withLock { $0.forgetAll() }
        _ = released
    }
}
