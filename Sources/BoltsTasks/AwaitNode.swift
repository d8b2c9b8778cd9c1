internal import Synchronization

/// A Swift task that waits for a value.
final class AwaitNode<Success: Sendable>: TaskCore, @unchecked Sendable {
    // Written once, before `isReady` is set with release; used only by the winner of the claim.
    @exclusivity(unchecked) private var continuation: UnsafeContinuation<Success, any Error>?
    private let isReady = Atomic<Bool>(false)
    private let isCancelled = Atomic<Bool>(false)

    init() {
        super.init(state: 0, end: .pending, flags: .immediate, extra: nil) { node, upstream, event in
            guard event == .run else { return false }
            let node = unsafeDowncast(node, to: AwaitNode<Success>.self)
            guard node.claim(), let continuation = node.continuation.take() else { return false }
            continuation.resume(with: unsafeDowncast(upstream, to: BoltsTask<Success>.self).finalResult)
            return false
        }
    }

    /// Waits for `task` on behalf of a continuation.
    func wait(for task: BoltsTask<Success>, _ continuation: UnsafeContinuation<Success, any Error>) {
        self.continuation = continuation
        isReady.store(true, ordering: .sequentiallyConsistent)
        // Of a cancellation at this moment, either the handler sees `isReady` or this sees `isCancelled`.
        if isCancelled.load(ordering: .sequentiallyConsistent) { return abandonWait() }
        task.attachRevocable(self)
    }

    /// The waiter was cancelled: its wait ends, and nothing else does.
    func cancelWait() {
        isCancelled.store(true, ordering: .sequentiallyConsistent)
        if isReady.load(ordering: .sequentiallyConsistent) { abandonWait() }
    }

    private func abandonWait() {
        guard claim(), let continuation = continuation.take() else { return }
        continuation.resume(throwing: CancellationError())
    }
}
