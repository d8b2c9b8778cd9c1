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

    var byteCount: Int { state.withLock { $0.byteCount } }

    var flightCount: Int { state.withLock { $0.flightCount } }

    func appLink(for url: URL, cancellationToken token: CancellationToken) -> BoltsTask<AppLink> {
        if token.isCancellationRequested { return .cancelled() }
        let now = elapsed()
        switch state.withLock({ $0.ask(url, at: now) }) {
        case .kept(let outcome):
            return Self.task(outcome)
        case .keptRefreshing(let outcome, let request):
            send(request)
            return Self.task(outcome)
        case .joined(let waiter, let source):
            watch(token, for: waiter, source)
            return source.task
        case .first(let waiter, let source, let request):
            watch(token, for: waiter, source)
            send(request)
            return source.task
        }
    }

    private static func task(_ outcome: Result<AppLink, any Error>) -> BoltsTask<AppLink> {
        switch outcome {
        case .success(let link): BoltsTask(result: link)
        case .failure(let error): BoltsTask(error: error)
        }
    }

    private func send(_ request: AppLinkCacheState.Request) {
        next.anyResolution(
            for: request.url,
            revalidating: request.validator,
            cancellationToken: request.cancellation.token
        )
        .continueWith(.immediate) { task in
            if let outcome = task.outcome { self.land(request.flight, outcome) }
        }
    }

    private func watch(
        _ token: CancellationToken,
        for waiter: AppLinkCacheState.Waiter,
        _ source: TaskCompletionSource<AppLink>
    ) {
        let registration = token.register { self.leave(waiter) }
        // So that a token that outlives the request does not keep the cache.
        source.task.onCompletion { registration.dispose() }
    }

    private func leave(_ waiter: AppLinkCacheState.Waiter) {
        guard let left = state.withLock({ $0.leave(waiter) }) else { return }
        left.source.tryCancel()
        left.abandoned?.cancel()
    }

    private func land(_ flight: Int, _ outcome: Result<AppLinkResolution, any Error>) {
        let now = elapsed()
        guard let landing = state.withLock({ $0.land(flight, outcome, at: now) }) else { return }
        for asker in landing.askers {
            asker.source.trySet(landing.outcome.map { $0.asked(by: asker.url, instead: landing.url) })
        }
    }

    func forget(_ url: URL) {
        let released = state.withLock { $0.forget(url) }
        withExtendedLifetime(released) {}
    }

    func forgetAll() {
        let released = state.withLock { $0.forgetAll() }
        withExtendedLifetime(released) {}
    }
}
