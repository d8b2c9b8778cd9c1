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
    func cancel() {
        guard state.withLock({ $0.cancel() }) else { return }
        while true {
            let nodes = state.withLock { $0.popTasks(atMost: 64) }
            for node in nodes { node.cancelByToken() }
            if !nodes.isEmpty { continue }
            switch state.withLock({ $0.popFirst() }) {
            case .closure(let closure): closure()
            case .task(let node): node.cancelByToken()
            case nil: return
            }
        }
    }

    func dispose() {
        let observers = state.withLock { $0.dispose() }
        _ = observers
    }
}
