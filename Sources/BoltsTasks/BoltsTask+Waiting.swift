internal import CBoltsTasks
internal import Dispatch
internal import Synchronization

extension BoltsTask {
    /// Blocks the calling thread until this task has ended.
    ///
    /// What this thread has put off for want of stack runs first. A continuation that waits for one that was given
    /// later to the same task waits for itself: that one starts when it returns. On the main thread the call warns
    /// once: work that itself needs the main thread would never be done.
    ///
    /// - Parameter timeout: How long to wait at most; `nil` waits for as long as it takes.
    /// - Returns: Whether the task has ended.
    @available(*, noasync, message: "blocks the thread; use 'try await task.value'", renamed: "value")
    @discardableResult
    public final func waitUntilCompleted(timeout: Duration? = nil) -> Bool {
        TaskCore.runDeferredBeforeBlocking()
        if isCompleted { return true }
        if MainQueue.isCurrent { MainThreadWait.warn(self) }
        let waiter = WaitNode()
        attachRevocable(waiter)
        return waiter.wait(timeout)
    }
}

/// A thread that waits.
private final class WaitNode: TaskCore, @unchecked Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    init() {
        super.init(state: 0, end: .pending, flags: .immediate, extra: nil) { node, _, event in
            if event == .run, node.claim() { unsafeDowncast(node, to: WaitNode.self).semaphore.signal() }
            return false
        }
    }

    func wait(_ timeout: Duration?) -> Bool {
        guard let timeout else {
            semaphore.wait()
            return true
        }
        let (seconds, attoseconds) = timeout.components
        // About 292 years is all that Dispatch can count, and nobody waits longer.
        let nanoseconds = Int(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let interval = nanoseconds.overflow ? Int.max : nanoseconds.partialValue &+ Int(attoseconds / 1_000_000_000)
        if semaphore.wait(timeout: .now() + .nanoseconds(max(0, interval))) == .success { return true }
        // Given up, so that the task need not keep it. If it ended at this moment, it has ended.
        return !claim()
    }
}

/// The warning about blocking the main thread, given once in a process.
private enum MainThreadWait {
    private static let isWarned = Atomic<Bool>(false)

    static func warn(_ task: some CustomStringConvertible) {
        if isWarned.exchange(true, ordering: .relaxed) { return }
        bolts_warn(
            "the main thread waits for \(task). If its work needs the main thread, it never ends; "
                + "continue with .mainThread, or use 'await task.value'."
        )
    }
}
