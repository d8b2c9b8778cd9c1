internal import Synchronization

/// A token's state behind its lock.
///
/// No observer ever runs under it.
@usableFromInline
final class CancellationStorage: Sendable {
    private let state = Mutex(CancellationState())

    var isCancellationRequested: Bool { state.withLock { $0.isCancelled } }

    func add(_ observer: CancellationState.Observer) -> CancellationState.Addition {
        state.withLock { $0.add(observer) }
    }

    func remove(_ key: CancellationState.Key) {
        // Released out here: what a closure captured may have a `deinit` that comes back to this token.
        let observer = state.withLock { $0.remove(key) }
        _ = observer
    }

    /// Tells every observer, one after the other, each taken out first: so one that disposes of another in time wins.
    ///
    /// Linked tokens are told when their turn comes, and theirs before the next: but step by step, as a chain of them may
    /// be longer than the stack.
    func cancel() {
        guard begin() else { return }
        var telling = [self]
        while let storage = telling.last {
            let nodes = storage.state.withLock { $0.popTasks(atMost: 64) }
            for node in nodes { node.cancelByToken() }
            if !nodes.isEmpty { continue }
            switch storage.state.withLock({ $0.popFirst() }) {
            case .closure(let closure): closure()
            case .task(let node): node.cancelByToken()
            case .link(let link):
                link.timer.stop()
                if link.storage.begin() { telling.append(link.storage) }
            case nil: telling.removeLast()
            }
        }
    }

    private func begin() -> Bool { state.withLock { $0.cancel() } }

    func dispose() {
        let observers = state.withLock { $0.dispose() }
        _ = observers
    }

    deinit {
        // Step by step, too: each may be all that keeps the next.
        var links = state.withLock { $0.takeLinks() }
        while let link = links.popLast() {
            var storage = link.storage
            _ = consume link
            if isKnownUniquelyReferenced(&storage) { links += storage.state.withLock { $0.takeLinks() } }
        }
    }
}
