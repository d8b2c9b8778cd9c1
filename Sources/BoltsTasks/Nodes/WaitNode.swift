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

    /// Blocks until the task completes or the time is over.
    func wait(_ timeout: Duration?) -> Bool {
        guard let timeout else {
            semaphore.wait()
            return true
        }
        if semaphore.wait(timeout: .after(timeout)) == .success { return true }
        // Cancels the wait, so that the task does not retain the node. If that fails, the task has just completed.
        return !claim()
    }
}

extension DispatchTime {
    /// The deadline of a wait.
    ///
    /// Seconds are added separately, because Dispatch takes an `Int`, which has 32 bits on a watch: two seconds in nanoseconds.
    /// If the sum exceeds Dispatch's 64 bits, the wait has no limit.
    static func after(_ duration: Duration, from start: DispatchTime = .now()) -> DispatchTime {
        let (seconds, attoseconds) = max(duration, .zero).components
        return start + .seconds(Int(clamping: seconds)) + .nanoseconds(Int(attoseconds / 1_000_000_000))
    }
}
