internal import Synchronization

/// A Swift task that awaits a value.
///
/// The continuation carries no value: the Swift task reads the outcome from the awaited task, whose state orders that read. If a
/// continuation with a value is resumed before the Swift task suspends, the thread sanitizer reports a data race, because the
/// runtime (6.3.1) does not report the order to it.
// Safe: the winner of the claim removes the continuation, so it is resumed once.
@safe
final class AwaitNode<Success: Sendable>: _TaskCore, @unchecked Sendable {
    // The continuation is written once, before `isReady` is set with release; only the winner of the claim reads it.
    @safe @exclusivity(unchecked) private var continuation: UnsafeContinuation<Void, Never>?
    private let isReady = Atomic<Bool>(false)
    private let isCancelled = Atomic<Bool>(false)
    private let endedByCancellation = Atomic<Bool>(false)

    init() {
        super.init(state: 0, status: .pending, flags: .immediate, extra: nil) { node, _, event in
            guard event == .run else { return false }
            let node = unsafe unsafeDowncast(node, to: AwaitNode<Success>.self)
            guard node.claim(), let continuation = unsafe node.continuation.take() else { return false }
            unsafe continuation.resume()
            return false
        }
    }

    /// Resumes the continuation when `task` has ended or the wait is cancelled.
    func wait(for task: BoltsTask<Success>, _ continuation: UnsafeContinuation<Void, Never>) {
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
        endedByCancellation.store(true, ordering: .releasing)
        unsafe continuation.resume()
    }

    /// The outcome of `task` after the continuation was resumed, also by the cancellation of the wait.
    func outcome(of task: BoltsTask<Success>) throws -> Success {
        if endedByCancellation.load(ordering: .acquiring) { throw CancellationError() }
        let task = task.typedResolved
        precondition(task.isDone)
        return try task.finalResult.get()
    }
}
