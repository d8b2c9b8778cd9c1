internal import Synchronization

/// A Swift task that awaits a value.
// Safe: the winner of the claim removes the continuation, so it is resumed once.
@safe
final class AwaitNode<Success: Sendable>: _TaskCore, @unchecked Sendable {
    // Written once, before `isReady` is set with release; only the winner of the claim reads it.
    @safe @exclusivity(unchecked) private var continuation: UnsafeContinuation<Success, any Error>?
    private let isReady = Atomic<Bool>(false)
    private let isCancelled = Atomic<Bool>(false)

    init() {
        super.init(state: 0, status: .pending, flags: .immediate, extra: nil) { node, upstream, event in
            guard event == .run else { return false }
            let node = unsafe unsafeDowncast(node, to: AwaitNode<Success>.self)
            guard node.claim(), let continuation = unsafe node.continuation.take() else { return false }
            unsafe continuation.resume(with: unsafeDowncast(upstream, to: BoltsTask<Success>.self).finalResult)
            return false
        }
    }

    /// Waits for `task`, and resumes the continuation with its outcome.
    func wait(for task: BoltsTask<Success>, _ continuation: UnsafeContinuation<Success, any Error>) {
        self.continuation = unsafe continuation
        isReady.store(true, ordering: .sequentiallyConsistent)
        // If a cancellation arrives now, either the handler sees `isReady` or this code sees `isCancelled`.
        if isCancelled.load(ordering: .sequentiallyConsistent) { return resumeCancelled() }
        task.attachCancellable(self)
    }

    /// Ends the wait with `CancellationError`; the awaited task is not affected.
    func cancelWait() {
        isCancelled.store(true, ordering: .sequentiallyConsistent)
        if isReady.load(ordering: .sequentiallyConsistent) { resumeCancelled() }
    }

    private func resumeCancelled() {
        guard claim(), let continuation = unsafe continuation.take() else { return }
        unsafe continuation.resume(throwing: CancellationError())
    }
}
