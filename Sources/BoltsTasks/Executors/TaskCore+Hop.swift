internal import CBoltsTasks
internal import Synchronization

// How a node gets to its executor, and to whoever completes it where a token may be first.
extension TaskCore {
    /// A node with an executor or a token, after the task it waited for ended.
    ///
    /// Answers whether it is complete.
    @inline(never)
    final func fireSpecially(after upstream: TaskCore) -> Bool {
        if !runsClosure(after: upstream) {
            // Nothing of the user's will run, so no executor is touched (T4).
            guard !flags.contains(.token) || claim() else { return false }
            dropTokenLink()
            if flags.contains(.adopting) { return operation(self, upstream, .adopt) }
            return operation(self, upstream, .run)
        }
        guard let executor, !executor.isHere else {
            // Where the work already is, it runs within the loop: hops of no distance do not nest.
            guard !flags.contains(.token) || claim() else { return false }
            return runUnguarded(after: upstream)
        }
        hop(to: executor, after: upstream)
        return false
    }

    /// Whether a closure of the user's runs when `upstream` has ended as it did.
    final func runsClosure(after upstream: TaskCore) -> Bool {
        !flags.contains(.adopting) && operation(self, upstream, .accepts)
    }

    /// Goes to an executor, where the node runs; called within a drain, which runs what is put off.
    final func hop(to executor: ExecutorStrategy, after upstream: TaskCore) {
        next = TaskCore.retained(upstream)
        let thread = bolts_thread_current()
        if executor.mayRunInline, bolts_stack_is_low(thread) {
            TaskCore.putOff(DeferredRun(of: self, on: executor), on: thread)
        } else {
            executor.enqueue(self)
        }
    }

    /// The executor's side of a hop.
    final func runAfterHop() {
        let upstream = TaskCore.reference(next).takeRetainedValue()
        next = 0
        guard !flags.contains(.token) || claim() else { return }
        if runUnguarded(after: upstream) { finish() }
    }

    /// Runs the work of a node, which has been claimed if it has a token.
    private final func runUnguarded(after upstream: TaskCore) -> Bool {
        let completed = operation(self, upstream, .run)
        if completed { dropTokenLink() }
        return completed
    }

    /// The executor let go of the work without running it.
    final func dropAfterHop() {
        TaskCore.reference(next).release()
        next = 0
        fail(AbandonedTaskError(.droppedByExecutor))
    }

    final var executor: ExecutorStrategy? {
        guard flags.contains(.hops), let extra else { return nil }
        return flags.contains(.token)
            ? unsafeDowncast(extra, to: TokenLink.self).executor : unsafeDowncast(extra, to: ExecutorStrategy.self)
    }
}
