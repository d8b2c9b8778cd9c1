internal import CBoltsTasks
internal import Synchronization

// If possible, a task that a closure returned forwards to the closure's own result: code that reads it or waits for it uses the
// other task. As a result, a loop of tasks that return tasks needs constant memory.

extension _TaskCore {
    // MARK: Reading

    /// The task at the end of the forwarding chain.
    @usableFromInline @inline(never)
    final func forwardingTarget() -> _TaskCore {
        var core: _TaskCore = self
        while true {
            let word = core.state.load(ordering: .acquiring)
            guard word & (TaskState.done | TaskState.forwarded) == TaskState.forwarded else { return core }
            core = unsafe _TaskCore.reference(word).takeUnretainedValue()
        }
    }

    /// Passes this task's outcome to the one it forwards to, and returns that one.
    @inline(never)
    final func forwardOutcome(along word: UInt) -> _TaskCore {
        // The word keeps its reference, because another thread may be following it right now.
        state.store(word | TaskState.done, ordering: .releasing)
        let target = unsafe _TaskCore.reference(word).takeUnretainedValue()
        if target.forwarding == .toTasksWithSameToken { target.dropTokenLink() }
        _ = target.operation(target, self, .adopt)
        if flags.contains(.tracked) { DiagnosticRegistry.recordCompletion(self) }
        if target.flags.contains(.tracked) { DiagnosticRegistry.recordCompletion(target) }
        return target
    }

    // MARK: Forwarding

    /// The result of an attempt to make a task forward to another.
    enum ForwardingResult { case forwarded, refused, cycle }

    /// Makes this task forward to `target`.
    ///
    /// This is refused if this task is complete or already forwards, because its target depends on its outcome. This is a cycle
    /// if `target` has just been made to forward to this task.
    final func forward(to target: _TaskCore) -> ForwardingResult {
        let address = _TaskCore.retained(target)
        // Reserves the place of this task's waiters in the target's list, so that later waiters do not overtake them.
        var waiting: WaiterPlaceholder?
        var list: UInt = 0
        var isInCycle = false
        var linking = ForwardingResult.refused
        var word = state.load(ordering: .acquiring)
        while linking == .refused, word & (TaskState.done | TaskState.forwarded | TaskState.sealed) == 0 {
            if waiting == nil, word & ~TaskState.flags != 0 {
                let placeholder = WaiterPlaceholder()
                waiting = placeholder
                isInCycle = placeholder.insert(into: target) === self
            }
            // Sequentially consistent, so that the last of several tasks that close a cycle sees the others.
            let (exchanged, original) = state.weakCompareExchange(
                expected: word,
                desired: address | TaskState.forwarded | (word & TaskState.claimed),
                successOrdering: .sequentiallyConsistent,
                failureOrdering: .acquiring
            )
            if exchanged {
                list = word & ~TaskState.flags
                linking = undoForwardingCycle(through: target) ? .cycle : .forwarded
            }
            word = original
        }
        if let waiting {
            // If the forwarding closed a cycle, the list may contain its own placeholder, which would never be expanded. Then
            // the placeholder stays empty, and the waiters are passed on directly.
            isInCycle = isInCycle || linking == .cycle
            if !isInCycle { waiting.taken = list }
            // The placeholder is counted as a waiter.
            target.countAdditions(target.finishSweep(waiting) + 1)
            if isInCycle { startOrForward(list: _TaskCore.inRegistrationOrder(list)) }
        }
        if linking == .refused { unsafe _TaskCore.reference(address).release() }
        return linking
    }

    /// Undoes the forwarding to `target` if it closed a cycle, because readers would follow the cycle forever.
    ///
    /// That happens when two closures, on two threads, return each other's result.
    private func undoForwardingCycle(through target: _TaskCore) -> Bool {
        var core = target
        while core !== self {
            let word = core.state.load(ordering: .sequentiallyConsistent)
            guard word & (TaskState.done | TaskState.forwarded) == TaskState.forwarded else { return false }
            core = unsafe _TaskCore.reference(word).takeUnretainedValue()
        }
        // The word's reference is never released, because another thread may be following it right now. If this fails, another
        // thread has broken the cycle and completed this task, and so the target.
        let link = unsafe UInt(bitPattern: Unmanaged.passUnretained(target).toOpaque()) | TaskState.forwarded
        let claims = TaskState.claimed | TaskState.sealed
        var word = state.load(ordering: .acquiring)
        while word & ~claims == link {
            let (exchanged, original) = state.compareExchange(
                expected: word,
                desired: word & claims,
                ordering: .acquiringAndReleasing
            )
            if exchanged { return true }
            word = original
        }
        return false
    }

    /// Releases, iteratively, the task that a freed one forwarded to: recursion over a long chain would overflow the stack.
    @inline(never)
    static func release(forwarding word: UInt) {
        var target: _TaskCore? = unsafe reference(word).takeRetainedValue()
        while target != nil, isKnownUniquelyReferenced(&target) {
            guard let last = target else { return }
            let onward = last.state.load(ordering: .acquiring)
            guard onward & TaskState.forwarded != 0 else { return }
            last.state.store(TaskState.done, ordering: .relaxed)
            target = unsafe reference(onward).takeRetainedValue()
        }
    }

    /// The second phase of a flattening node: waits for the task that its closure returned; returns whether the node is complete.
    @usableFromInline @inline(never)
    final func waitForReturned(_ inner: _TaskCore) -> Bool {
        if bolts_diagnostics_enabled() { DiagnosticRegistry.record(self, returned: inner) }
        if inner.forwarding == .never, !flags.contains(.token) {
            // The common case: a task that does not forward, cannot be made to forward, and is not this one.
            flags.insert(.adopting)
            flags.remove(.hops)
            return inner.push(self) ? false : operation(self, inner, .adopt)
        }
        return waitForForwardable(inner.resolved)
    }

    @inline(never)
    private final func waitForForwardable(_ inner: _TaskCore) -> Bool {
        var inner = inner
        while true {
            if inner === self || inner === forwardingTarget() {
                write(error: TaskUsageError.returnedItself)
                return true
            }
            if inner.isDone { return operation(self, inner, .adopt) }
            flags.insert(.adopting)
            if flags.contains(.token) {
                return inner.mayForward(to: self) ? forwardWithToken(inner) : waitWithToken(inner)
            }
            flags.remove(.hops)
            guard inner.mayForward(to: self) else { return inner.push(self) ? false : operation(self, inner, .adopt) }
            switch inner.forward(to: forwardingTarget()) {
            case .forwarded: return false
            case .cycle:
                write(error: TaskUsageError.returnedItself)
                return true
            // The task has just completed, or another thread made it forward, so this task waits for its target.
            case .refused: inner = inner.resolved
            }
        }
    }
}
