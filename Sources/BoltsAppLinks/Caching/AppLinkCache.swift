import BoltsTasks
import Foundation
import Synchronization

/// Runs a cache: its state behind a lock, its store and its source.
///
/// No code of the user runs under the lock: no source, store, clock, continuation or `deinit`.
final class AppLinkCache: Sendable {
    private let state: Mutex<AppLinkCacheState>
    private let source: any AppLinkResolving
    private let store: any AppLinkCacheStore
    /// The time on the cache's clock.
    private let now: @Sendable () -> Duration
    private let onStoreError: (@Sendable (any Error) -> Void)?

    init(
        _ source: any AppLinkResolving,
        store: any AppLinkCacheStore,
        options: AppLinkCacheOptions,
        now: @escaping @Sendable () -> Duration,
        onStoreError: (@Sendable (any Error) -> Void)? = nil
    ) {
        self.source = source
        self.store = store
        self.now = now
        self.onStoreError = onStoreError
        state = Mutex(AppLinkCacheState(options: options))
    }

    /// The store, if it is the one in memory.
    var memory: MemoryAppLinkCacheStore? { store as? MemoryAppLinkCacheStore }

    var requestCount: Int { state.withLock { $0.requestCount } }

    var statistics: AppLinkCacheStatistics { state.withLock { $0.statistics } }

    func lookUp(
        _ url: URL,
        renews: Bool = false,
        cancellationToken token: CancellationToken
    ) -> BoltsTask<CachedAppLink> {
        if token.isCancellationRequested { return .cancelled() }
        let now = now()
        switch state.withLock({ $0.lookUp(url, renews: renews, at: now) }) {
        case .answered(let link):
            return BoltsTask(result: link)
        case .joined(let ticket, let source):
            watch(token, for: ticket, source)
            return source.task
        case .first(let ticket, let source, let load):
            watch(token, for: ticket, source)
            run(load)
            return source.task
        }
    }

    private func watch(
        _ token: CancellationToken,
        for ticket: AppLinkCacheState.Ticket,
        _ source: TaskCompletionSource<CachedAppLink>
    ) {
        let registration = token.register { self.leave(ticket) }
        // A token that outlives the request must not keep the cache alive.
        source.task.onCompletion { registration.dispose() }
    }

    private func leave(_ ticket: AppLinkCacheState.Ticket) {
        guard let left = state.withLock({ $0.leave(ticket) }) else { return }
        left.source.tryCancel()
        left.abandoned?.cancel()
    }

    private func run(_ load: AppLinkCacheState.Load) {
        store.entry(for: load.key.text, cancellationToken: load.cancellation.token)
            .continueWith(.immediate) { task in
                self.report(task.error)
                let (entry, now) = (task.result ?? nil, self.now())
                let (completion, request) = self.state.withLock { $0.loaded(load.request, entry, at: now) }
                completion?.complete()
                if let request { self.run(request) }
                withExtendedLifetime(entry) {}
            }
    }

    private func run(_ request: AppLinkCacheState.Request) {
        store.beginFetch(
            for: request.key,
            replacing: request.entry,
            cancellationToken: request.cancellation.token
        )
        .continueWith(.immediate) { task in
            self.report(task.error)
            let now = self.now()
            if case .stored(let entry)? = task.result {
                let (completion, request) = self.state.withLock { $0.loaded(request.number, entry, at: now) }
                completion?.complete()
                if let request { self.run(request) }
            } else if self.state.withLock({ $0.allowed(request.number, at: now) }) {
                self.ask(request)
            } else {
                self.store.endFetch(for: request.key)
            }
        }
    }

    private func ask(_ request: AppLinkCacheState.Request) {
        source.anyResolution(
            for: request.url,
            revalidating: request.validator,
            cancellationToken: request.cancellation.token
        )
        .continueWith(.immediate) { task in
            let now = self.now()
            guard let outcome = task.outcome,
                let (key, change) = self.state.withLock({ $0.answered(request.number, outcome, at: now) })
            else {
                self.store.endFetch(for: request.key)
                return
            }
            let stored: BoltsTask<Void>
            switch change {
            case .store(let entry): stored = self.store.store(entry, for: key)
            case .remove: stored = self.store.removeEntry(for: key)
            case .keep: stored = BoltsTask(result: ())
            }
            stored.continueWith(.immediate) { task in
                self.report(task.error)
                self.store.endFetch(for: key)
                guard let (completion, wasForgotten) = self.state.withLock({ $0.stored(request.number) }) else {
                    return
                }
                if wasForgotten, case .store = change { self.remove(key) }
                completion.complete()
            }
        }
    }

    @discardableResult
    private func remove(_ key: String) -> BoltsTask<Void> {
        let removed = store.removeEntry(for: key)
        removed.continueWith(.immediate) { self.report($0.error) }
        return removed
    }

    private func report(_ error: (any Error)?) {
        guard let error, !(error is CancellationError) else { return }
        state.withLock { $0.countStoreError() }
        onStoreError?(error)
    }

    func forget(_ url: URL) -> BoltsTask<Void> {
        remove(state.withLock { $0.forget(url) })
    }

    func forgetAll() -> BoltsTask<Void> {
        state.withLock { $0.forgetAll() }
        let removed = store.removeAllEntries()
        removed.continueWith(.immediate) { self.report($0.error) }
        return removed
    }
}
