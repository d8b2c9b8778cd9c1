internal import Synchronization

/// A token's state and the lock that guards it; no observer is called under the lock.
@usableFromInline
final class CancellationStorage: Sendable {
    private let state = Mutex(CancellationState())
    /// Set after the state is cancelled and before the first observer is notified.
    private let hasBegun = Atomic(false)

    var isCancellationRequested: Bool { state.withLock { $0.isCancelled } }

    /// Whether the token is neither cancelled nor disposed of.
    var isCancellable: Bool { state.withLock { !$0.isCancelled && !$0.isDisposed } }

    /// Whether the token was cancelled on this thread, or on another one some time ago; reads it without the lock.
    var isCancelling: Bool { hasBegun.load(ordering: .relaxed) }

    var reason: (any Error)? { state.withLock { $0.reason } }

    func add(_ observer: CancellationState.Observer) -> CancellationState.Addition {
        state.withLock { $0.add(observer) }
    }

    func remove(_ key: CancellationState.Key) {
        // The observer is released outside the lock, even in optimized builds: a captured object may have a `deinit` that uses this
        // token.
        let observer = state.withLock { $0.remove(key) }
        withExtendedLifetime(observer) {}
    }

    /// Cancels the token, and notifies every observer in the order of registration.
    ///
    /// Each observer is removed before it is notified, so an observer can still dispose of a later one. Linked tokens
    /// are cancelled when their turn comes. They are walked iteratively: a long chain would overflow the stack if each
    /// token notified the next recursively. An observer that cancels another token does nest, while the stack has room.
    func cancel(_ reason: (any Error)?) {
        guard begin(reason) else { return }
        DeferredCall.callNowOrLater {
            notify(reason)
        } later: {
            DeferredCall { self.notify(reason) }
        }
    }

    private func notify(_ reason: (any Error)?) {
        var notifying = [self]
        while let storage = notifying.last {
            let nodes = storage.state.withLock { $0.popNodes(atMost: 64) }
            for node in nodes { node.tokenWasCancelled() }
            if !nodes.isEmpty { continue }
            switch storage.state.withLock({ $0.popFirst() }) {
            case .closure(let closure): closure()
            case .node(let node): node.tokenWasCancelled()
            case .link(let link):
                link.timer.stop()
                if link.storage.begin(reason) { notifying.append(link.storage) }
            case nil: notifying.removeLast()
            }
        }
    }

    private func begin(_ reason: (any Error)?) -> Bool {
        guard state.withLock({ $0.cancel(reason) }) else { return false }
        hasBegun.store(true, ordering: .relaxed)
        return true
    }

    func dispose() {
        let observers = state.withLock { $0.dispose() }
        withExtendedLifetime(observers) {}
    }

    deinit {
        // Releases linked tokens iteratively too: each may hold the only reference to the next.
        var links = state.withLock { $0.takeLinks() }
        while let link = links.popLast() {
            var storage = link.storage
            _ = consume link
            if isKnownUniquelyReferenced(&storage) { links += storage.state.withLock { $0.takeLinks() } }
        }
    }
}
