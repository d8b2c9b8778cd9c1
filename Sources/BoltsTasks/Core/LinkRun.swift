internal import CBoltsTasks
internal import Synchronization

// A run of links: a job of an executor runs a link, and then the links of the same chain on the same executor, without
// submitting each of them again. A link joins the run only if
//
// - nothing else is left to start for the completions of this job, so links still start in the order in which they
//   would have been submitted;
// - nothing else that was submitted through the same executor waits, so nothing is overtaken there;
// - no closure of the user's is on the stack below it: a link never starts within a call of the user's;
// - the job has run fewer than `maximumLinks` links, and not for much longer than `maximumMilliseconds`.
//
// What the program itself submitted to the queue in the meantime, or through another executor for the same queue, may
// start after the run rather than in the middle of it.
extension ExecutorStrategy {
    /// The number of links that one job runs at most, counting its first.
    static let maximumLinks = 64
    /// A job that has run for this long takes no further links; read after 1, 2, 4, 8, 16 and 32 links.
    static let maximumMilliseconds: UInt64 = 2

    /// Runs a node as a job of this executor, and with it the links that join.
    func runJob(_ node: _TaskCore) {
        guard combinesLinks else { return node.runAfterHop() }
        waiting.subtract(1, ordering: .relaxed)
        guard node.runClosureAfterHop() else { return }
        let thread = unsafe bolts_thread_current()
        let outer = unsafe (thread.pointee.run_executor, thread.pointee.run_depth, thread.pointee.run_links)
        let start = unsafe thread.pointee.run_start
        unsafe thread.pointee.run_executor = address
        // The depth of the run loop that `finish` enters. Those that the closures enter are deeper.
        unsafe thread.pointee.run_depth = unsafe thread.pointee.depth + 1
        unsafe thread.pointee.run_links = 0
        node.finish()
        unsafe (thread.pointee.run_executor, thread.pointee.run_depth, thread.pointee.run_links) = outer
        unsafe thread.pointee.run_start = start
    }

    /// Fails a node whose job was released without being run.
    func dropJob(_ node: _TaskCore) {
        if combinesLinks { waiting.subtract(1, ordering: .relaxed) }
        node.dropAfterHop()
    }

    /// Whether the run loop, which has nothing else to start, may run a link for this executor instead of submitting it.
    ///
    /// Counts the link if so.
    @inline(__always)
    final func takesLink() -> Bool { ExecutorStrategy.takesLink(forExecutorAt: address) }

    /// The same for an executor that is only known by its address, and not retained.
    static func takesLink(forExecutorAt address: UInt) -> Bool {
        let thread = unsafe bolts_thread_current()
        guard
            unsafe thread.pointee.run_executor == address,
            unsafe thread.pointee.run_depth == thread.pointee.depth,
            unsafe thread.pointee.run_links < ExecutorStrategy.maximumLinks - 1,
            unsafe thread.pointee.deferred_head == 0,
            // The run retains its executor.
            unsafe Unmanaged<ExecutorStrategy>.fromOpaque(UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped)
                ._withUnsafeGuaranteedRef({ $0.waiting.load(ordering: .relaxed) }) == 0
        else { return false }
        let links = unsafe thread.pointee.run_links
        if links & (links - 1) == 0 {
            let now = bolts_coarse_milliseconds()
            if links == 0 {
                unsafe thread.pointee.run_start = now
            } else if unsafe now - thread.pointee.run_start >= ExecutorStrategy.maximumMilliseconds {
                return false
            }
        }
        unsafe thread.pointee.run_links = links + 1
        return true
    }

    private var address: UInt { unsafe UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }
}
