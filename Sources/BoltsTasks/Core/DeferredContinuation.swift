internal import CBoltsTasks

// If a thread's stack is low, continuations wait in the thread's deferred queue until its outermost run loop has returned. The
// queue is linked through `next`; its ends are in the thread's record.
extension _TaskCore {
    /// Appends work to this thread's deferred queue.
    static func enqueueDeferred(_ work: DeferredContinuation, on thread: UnsafeMutablePointer<bolts_thread_t>) {
        let work = _TaskCore.retained(work)
        if unsafe thread.pointee.deferred_tail == 0 {
            unsafe thread.pointee.deferred_head = work
        } else {
            unsafe _TaskCore.reference(thread.pointee.deferred_tail)._withUnsafeGuaranteedRef { $0.next = work }
        }
        unsafe thread.pointee.deferred_tail = work
    }

    /// Runs this thread's deferred queue, oldest first; called by the outermost run loop, and before a thread blocks.
    static func runDeferredQueue(on thread: UnsafeMutablePointer<bolts_thread_t>) {
        while unsafe thread.pointee.deferred_head != 0 {
            let work = unsafe reference(thread.pointee.deferred_head).takeRetainedValue()
            unsafe thread.pointee.deferred_head = work.next
            if work.next == 0 { unsafe thread.pointee.deferred_tail = 0 }
            work.next = 0
            unsafe thread.pointee.depth += 1
            _ = work.operation(work, work, .run)
            unsafe thread.pointee.depth -= 1
        }
    }

    /// Runs this thread's deferred queue before the thread blocks, because the thread might wait for this work.
    static func runDeferredQueueBeforeBlocking() {
        let thread = unsafe bolts_thread_current()
        // A call may cancel a task whose waiters are then added to the queue.
        while unsafe thread.pointee.deferred_head != 0 || thread.pointee.calls_head != 0 {
            unsafe runDeferredQueue(on: thread)
            if unsafe thread.pointee.calls_head != 0 { unsafe DeferredCall.runAll(on: thread) }
        }
    }
}

/// A continuation in a thread's deferred queue.
final class DeferredContinuation: _TaskCore, @unchecked Sendable {
    private let destination: ExecutorStrategy?

    /// Defers a continuation, whose upstream task is in `next` as during a hop; without an executor it runs on this thread.
    init(_ node: _TaskCore, to destination: ExecutorStrategy?) {
        self.destination = destination
        super.init(state: 0, status: .pending, flags: [], extra: node) { work, _, _ in
            let work = unsafe unsafeDowncast(work, to: DeferredContinuation.self)
            guard let node = work.extra else { return false }
            let core = unsafe unsafeDowncast(node, to: _TaskCore.self)
            if let destination = work.destination { destination.enqueue(core) } else { core.runAfterHop() }
            return false
        }
    }
}
