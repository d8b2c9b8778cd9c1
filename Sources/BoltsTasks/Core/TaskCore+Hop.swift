internal import CBoltsTasks
internal import Synchronization

// Runs nodes that have an executor or a token: they may first have to hop to the executor and claim the outcome.
extension _TaskCore {
    /// Starts a node with an executor, a token or a record, whose upstream task has completed.
    ///
    /// - Parameters:
    ///   - upstream: The task that the node waited for.
    ///   - remaining: The waiters of `upstream` that the run loop has yet to start; 0 if there are none, which also applies to the
    ///     next two parameters.
    ///   - suspended: The suspended tasks, whose waiters the run loop starts after those of a waiter.
    ///   - rest: The remaining waiters of the run loop's first task.
    /// - Returns: Whether the node is complete.
    // These are three words and not one struct, because the run loop would also build the struct for nodes without an executor.
    @inline(never)
    final func runSpecial(
        after upstream: _TaskCore,
        before remaining: UInt,
        suspended: UInt,
        rest: UInt
    ) -> Bool {
        let isLast = remaining | suspended | rest == 0
        // This is the common continuation of a run: `operation` skips the closure if necessary, and needs no executor for that.
        if isLast, !flags.contains(.token), !flags.contains(.tracked),
            ExecutorStrategy.takesContinuation(forExecutorAt: objectReference.address)
        {
            // The next continuation was often created on another processor, and is in that processor's cache.
            bolts_prefetch(state.load(ordering: .relaxed) & ~TaskState.flags)
            return operation(self, upstream, .run)
        }
        guard runOrHop(after: upstream, isLast: isLast) else { return false }
        if flags.contains(.tracked) { DiagnosticRegistry.recordCompletion(self) }
        return true
    }

    /// Starts such a node without a run loop, because the caller is the user's code.
    @inline(never)
    final func runSpecial(after upstream: _TaskCore) -> Bool {
        guard runOrHop(after: upstream, isLast: false) else { return false }
        if flags.contains(.tracked) { DiagnosticRegistry.recordCompletion(self) }
        return true
    }

    private final func runOrHop(after upstream: _TaskCore, isLast: Bool) -> Bool {
        if !runsClosure(after: upstream) {
            // No user code runs, so no executor is used.
            guard !flags.contains(.token) || claim() else { return false }
            if isTokenCancelling { return cancelClaimed() }
            dropTokenLink()
            return operation(self, upstream, flags.contains(.adopting) ? .adopt : .run) && seal()
        }
        guard let executor, !executor.isCurrent, !(isLast && executor.takesContinuation()) else {
            // The node is already on the right executor: it runs within the run loop, so that such hops do not nest.
            guard !flags.contains(.token) || claim() else { return false }
            return runClaimed(after: upstream, isInRunLoop: true)
        }
        hop(to: executor, after: upstream)
        return false
    }

    /// Whether a user closure runs for the outcome of `upstream`.
    final func runsClosure(after upstream: _TaskCore) -> Bool {
        !flags.contains(.adopting) && operation(self, upstream, .accepts)
    }

    /// Sends the node to an executor; called within a run loop, which later runs the deferred queue.
    final func hop(to executor: ExecutorStrategy, after upstream: _TaskCore) {
        next = _TaskCore.retained(upstream)
        if flags.contains(.tracked) { DiagnosticRegistry.recordQueued(self) }
        let thread = unsafe bolts_thread_current()
        if executor.mayRunInline, unsafe bolts_stack_is_low(thread) {
            unsafe _TaskCore.enqueueDeferred(DeferredContinuation(self, to: executor), on: thread)
        } else {
            executor.enqueue(self)
        }
    }

    /// Runs the node, whose upstream task is in `next`, outside a run loop.
    final func runAfterHop() {
        if runClosureAfterHop() { finish() }
    }

    /// Runs the node's closure; returns whether the node is complete, so that its waiters can start.
    final func runClosureAfterHop() -> Bool {
        let upstream = unsafe _TaskCore.reference(next).takeRetainedValue()
        next = 0
        guard !flags.contains(.token) || claim() else { return false }
        return runClaimed(after: upstream, isInRunLoop: false)
    }

    /// Runs a node, which has been claimed if it has a token.
    private final func runClaimed(after upstream: _TaskCore, isInRunLoop: Bool) -> Bool {
        if isTokenCancelling { return cancelClaimed() }
        guard
            flags.contains(.tracked)
                ? runRecorded(after: upstream, isInRunLoop: isInRunLoop) : operation(self, upstream, .run)
        else { return false }
        dropTokenLink()
        return seal()
    }

    /// Whether the token was cancelled before the node was claimed.
    ///
    /// An observer that the token notifies before the node may complete the task that the node waits for. Every continuation
    /// with a token calls this, so it does not take the token's lock, unlike ``isTokenCancelled``.
    private final var isTokenCancelling: Bool { tokenLink?.token.isCancelling ?? false }

    /// Cancels a claimed node instead of running it; returns whether the node is complete, so that its waiters can start.
    @inline(never)
    private final func cancelClaimed() -> Bool {
        dropTokenLink()
        _ = operation(self, self, .discard)
        status = .cancelled
        return seal()
    }

    /// Runs a node of which diagnostics have a record.
    @inline(never)
    private final func runRecorded(after upstream: _TaskCore, isInRunLoop: Bool) -> Bool {
        guard bolts_diagnostics_enabled() else { return operation(self, upstream, .run) }
        let thread = unsafe bolts_thread_current()
        let (outer, outerScope) = unsafe (thread.pointee.running, thread.pointee.running_scope)
        let announcement = DiagnosticRegistry.recordStart(self, isInRunLoop: isInRunLoop)
        let isComplete =
            if let announcement {
                announcement.run { operation(self, upstream, .run) }
            } else {
                operation(self, upstream, .run)
            }
        unsafe thread.pointee.running = outer
        unsafe thread.pointee.running_scope = outerScope
        if !isComplete { DiagnosticRegistry.recordReturn(self) }
        return isComplete
    }

    /// Fails the node; called when the executor releases its work without running it.
    final func dropAfterHop() {
        unsafe _TaskCore.reference(next).release()
        next = 0
        fail(AbandonedTaskError(.droppedByExecutor))
    }

    /// The executor that the node runs on, if it has one.
    final var executor: ExecutorStrategy? {
        guard flags.contains(.hops), let extra else { return nil }
        return unsafe flags.contains(.token)
            ? unsafeDowncast(extra, to: TokenLink.self).executor : unsafeDowncast(extra, to: ExecutorStrategy.self)
    }
}
