internal import CBoltsTasks
internal import Synchronization

// A run of continuations: a job of an executor runs a continuation, and then further continuations of the same chain on the
// same executor, without a submission for each. A continuation joins the run only if
//
// - no other task is left to start for the completions of this job, so continuations still start in the order in which they
//   would have been submitted;
// - no other work that was submitted through the same executor waits, so none is overtaken there;
// - no user closure is on the stack below it: a continuation never starts within a user's call;
// - the job has run fewer than `maximumContinuations` continuations, and has not run for much longer than `maximumMilliseconds`.
//
// Work that the program submitted to the queue in the meantime, directly or through another executor, may start after the run
// instead of in the middle of it.
extension ExecutorStrategy {
    /// The maximum number of continuations in one job, including its first.
    static let maximumContinuations = 64
    /// The time after which a job runs no further continuations; it is checked after 1, 2, 4, 8, 16 and 32 continuations.
    static let maximumMilliseconds: UInt64 = 2

    /// Runs a node, and the continuations that join it, as a job of this executor.
    func runJob(_ node: _TaskCore) {
        guard combinesContinuations else { return node.runAfterHop() }
        waiting.subtract(1, ordering: .relaxed)
        guard node.runClosureAfterHop() else { return }
        let thread = unsafe bolts_thread_current()
        let outer = unsafe (thread.pointee.run_executor, thread.pointee.run_depth, thread.pointee.run_continuations)
        let start = unsafe thread.pointee.run_start
        unsafe thread.pointee.run_executor = address
        // The depth of the run loop that `finish` enters. The run loops that the closures enter are deeper.
        unsafe thread.pointee.run_depth = unsafe thread.pointee.depth + 1
        unsafe thread.pointee.run_continuations = 0
        node.finish()
        unsafe (thread.pointee.run_executor, thread.pointee.run_depth, thread.pointee.run_continuations) = outer
        unsafe thread.pointee.run_start = start
    }

    /// Fails a node whose job was released before it ran.
    func dropJob(_ node: _TaskCore) {
        if combinesContinuations { waiting.subtract(1, ordering: .relaxed) }
        node.dropAfterHop()
    }

    /// Whether the run loop, if it has no other task to start, may run a continuation for this executor instead of submitting
    /// it.
    ///
    /// If so, the continuation is counted.
    @inline(__always)
    final func takesContinuation() -> Bool { ExecutorStrategy.takesContinuation(forExecutorAt: address) }

    /// The same decision for an executor that is known only by its address and is not retained.
    static func takesContinuation(forExecutorAt address: UInt) -> Bool {
        let thread = unsafe bolts_thread_current()
        guard
            unsafe thread.pointee.run_executor == address,
            unsafe thread.pointee.run_depth == thread.pointee.depth,
            unsafe thread.pointee.run_continuations < ExecutorStrategy.maximumContinuations - 1,
            unsafe thread.pointee.deferred_head == 0,
            // The run retains its executor.
            unsafe Unmanaged<ExecutorStrategy>.fromOpaque(UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped)
                ._withUnsafeGuaranteedRef({ $0.waiting.load(ordering: .relaxed) }) == 0
        else { return false }
        let continuations = unsafe thread.pointee.run_continuations
        if continuations & (continuations - 1) == 0 {
            let now = bolts_coarse_milliseconds()
            if continuations == 0 {
                unsafe thread.pointee.run_start = now
            } else if unsafe now - thread.pointee.run_start >= ExecutorStrategy.maximumMilliseconds {
                return false
            }
        }
        unsafe thread.pointee.run_continuations = continuations + 1
        return true
    }

    private var address: UInt { unsafe UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }
}
