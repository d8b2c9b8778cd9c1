internal import CBoltsTasks
internal import Synchronization

// A run of continuations: a job of an executor runs a continuation, and then the continuations of the same chain on the
// same executor, without submitting each of them again. A continuation joins the run only if
//
// - nothing else is left to start for the completions of this job, so continuations still start in the order in which they
//   would have been submitted;
// - nothing else that was submitted through the same executor waits, so nothing is overtaken there;
// - no closure of the user's is on the stack below it: a continuation never starts within a call of the user's;
// - the job has run fewer than `maximumContinuations` continuations, and not for much longer than `maximumMilliseconds`.
//
// What the program itself submitted to the queue in the meantime, or through another executor for the same queue, may
// start after the run rather than in the middle of it.
extension ExecutorStrategy {
    /// The number of continuations that one job runs at most, counting its first.
    static let maximumContinuations = 64
    /// A job that has run for this long takes no further continuations; read after 1, 2, 4, 8, 16 and 32 continuations.
    static let maximumMilliseconds: UInt64 = 2

    /// Runs a node as a job of this executor, and with it the continuations that join.
    func runJob(_ node: _TaskCore) {
        guard combinesContinuations else { return node.runAfterHop() }
        waiting.subtract(1, ordering: .relaxed)
        guard node.runClosureAfterHop() else { return }
        let thread = unsafe bolts_thread_current()
        let outer = unsafe (thread.pointee.run_executor, thread.pointee.run_depth, thread.pointee.run_continuations)
        let start = unsafe thread.pointee.run_start
        unsafe thread.pointee.run_executor = address
        // The depth of the run loop that `finish` enters. Those that the closures enter are deeper.
        unsafe thread.pointee.run_depth = unsafe thread.pointee.depth + 1
        unsafe thread.pointee.run_continuations = 0
        node.finish()
        unsafe (thread.pointee.run_executor, thread.pointee.run_depth, thread.pointee.run_continuations) = outer
        unsafe thread.pointee.run_start = start
    }

    /// Fails a node whose job was released without being run.
    func dropJob(_ node: _TaskCore) {
        if combinesContinuations { waiting.subtract(1, ordering: .relaxed) }
        node.dropAfterHop()
    }

    /// Whether the run loop, which has nothing else to start, may run a continuation for this executor instead of
    /// submitting it.
    ///
    /// Counts the continuation if so.
    @inline(__always)
    final func takesContinuation() -> Bool { ExecutorStrategy.takesContinuation(forExecutorAt: address) }

    /// The same for an executor that is only known by its address, and not retained.
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
