@_spi(Bolts) public import BoltsTasks
public import Foundation
import Synchronization

/// Runs a cache: its state behind a lock, its store and its source.
///
/// No code of the user runs under the lock: no source, store, clock, continuation or `deinit`.
@_spi(Bolts)
public final class ResourceCache<Value: CacheableValue>: Sendable {
    private let state: Mutex<ResourceCacheState<Value>>
    private let source: CacheSource<Value>
    private let store: any CacheStoring<Value>
    /// The time on the cache's clock.
    private let now: @Sendable () -> Duration
    private let onStoreError: (@Sendable (any Error) -> Void)?

    /// Creates a cache.
    ///
    /// - Parameters:
    ///   - store: Keeps the entries.
    ///   - options: How long values are kept; the capacities do not apply to the store.
    ///   - now: The time on the cache's clock.
    ///   - onStoreError: Called with each error of the store, on the thread where it failed.
    ///   - source: Fetches values that are not cached. It must not look up the same URL in this cache: the look-up would wait
    ///     for itself.
    public init(
        store: any CacheStoring<Value>,
        options: HTTPCacheOptions,
        now: @escaping @Sendable () -> Duration,
        onStoreError: (@Sendable (any Error) -> Void)? = nil,
        source: @escaping CacheSource<Value>
    ) {
        self.source = source
        self.store = store
        self.now = now
        self.onStoreError = onStoreError
        state = Mutex(ResourceCacheState<Value>(options: options))
    }

    /// The number of requests in flight.
    package var requestCount: Int { state.withLock { $0.requestCount } }

    /// The counters so far.
    public var statistics: HTTPCacheStatistics { state.withLock { $0.statistics } }

    /// Finds the value of a URL.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - renews: Whether to call the source even if the entry is fresh.
    ///   - token: Cancels the task immediately, and the request when no look-up waits for it any more.
    /// - Returns: A task of the value. It is complete already if the store has it in memory; otherwise it completes on the
    ///   thread of the store or of the source.
    public func lookUp(
        _ url: URL,
        renews: Bool = false,
        cancellationToken token: CancellationToken
    ) -> BoltsTask<HTTPCacheAnswer<Value>> {
        if token.isCancellationRequested { return .cancelled() }
        let now = now()
        let key = ResourceKey(url)
        if !renews, let value = state.withLock({ $0.staleValue(for: key, at: now) }) {
            return BoltsTask(result: value.requested(by: url, insteadOf: key.url))
        }
        // The source is created outside the lock, because observers of tasks are notified.
        let source = TaskCompletionSource<HTTPCacheAnswer<Value>>()
        let waiter = ResourceCacheState<Value>.Waiter(url: url, source: source, renews: renews)
        switch state.withLock({ $0.lookUp(key, waiter, at: now) }) {
        case .answered(let value):
            source.trySet(result: value.requested(by: url, insteadOf: key.url))
        case .joined(let ticket):
            watch(token, for: ticket, source)
        case .first(let ticket, let load):
            watch(token, for: ticket, source)
            run(load)
        }
        return source.task
    }

    private func watch(
        _ token: CancellationToken,
        for ticket: ResourceCacheState<Value>.Ticket,
        _ source: TaskCompletionSource<HTTPCacheAnswer<Value>>
    ) {
        let registration = token.register { self.leave(ticket) }
        // A token that outlives the request must not keep the cache alive.
        source.task.onCompletion { registration.dispose() }
    }

    private func leave(_ ticket: ResourceCacheState<Value>.Ticket) {
        guard let left = state.withLock({ $0.leave(ticket) }) else { return }
        left.source.tryCancel()
        left.abandoned?.cancel()
    }

    private func run(_ load: ResourceCacheState<Value>.Load) {
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

    private func run(_ request: ResourceCacheState<Value>.Request) {
        store.beginFetch(
            for: request.key,
            replacing: request.entry,
            cancellationToken: request.cancellation.token
        )
        .continueWith(.immediate) { task in
            self.report(task.error)
            let now = self.now()
            if case let entry?? = task.result {
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

    private func ask(_ request: ResourceCacheState<Value>.Request) {
        source(request.url, request.validator, request.cancellation.token)
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

    /// Removes the entry of a URL; requests in flight complete, but their values are not stored.
    public func forget(_ url: URL) -> BoltsTask<Void> {
        remove(state.withLock { $0.forget(url) })
    }

    /// Removes all entries in the same way as ``forget(_:)``.
    public func forgetAll() -> BoltsTask<Void> {
        state.withLock { $0.forgetAll() }
        let removed = store.removeAllEntries()
        removed.continueWith(.immediate) { self.report($0.error) }
        return removed
    }

    /// Finds the value of a URL, from `async` code; cancelling the calling Swift task cancels the look-up.
    public func lookUp(_ url: URL, renews: Bool = false) async throws -> HTTPCacheAnswer<Value> {
        try await withCancellationToken { lookUp(url, renews: renews, cancellationToken: $0) }
    }
}
