internal import Dispatch
internal import Synchronization

/// A thread that blocks until a task completes.
final class WaitNode: _TaskCore, @unchecked Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    init() {
        super.init(state: 0, status: .pending, flags: .immediate, extra: nil) { node, _, event in
            if event == .run, node.claim() { unsafe unsafeDowncast(node, to: WaitNode.self).semaphore.signal() }
            return false
        }
    }

    /// Blocks until the task completes, or the time is over.
    ///
    /// - Returns: Whether the task completed.
    func wait(_ timeout: Duration?) -> Bool {
        guard let timeout else {
            semaphore.wait()
            return true
        }
        let (seconds, attoseconds) = timeout.components
        // Dispatch counts nanoseconds in 64 bits: longer timeouts become 292 years.
        let nanoseconds = Int64(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let interval = nanoseconds.overflow ? .max : nanoseconds.partialValue &+ attoseconds / 1_000_000_000
        if semaphore.wait(timeout: .now() + .nanoseconds(Int(clamping: max(0, interval)))) == .success { return true }
        // Cancels the wait, so that the task need not keep the node. If that fails, the task has just completed.
        return !claim()
    }
}
