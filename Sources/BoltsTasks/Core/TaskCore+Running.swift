internal import CBoltsTasks
internal import Synchronization

// Starts the waiters of a completed task. A chain is walked depth-first in a loop, so completing it never recurses.
// User code that completes other tasks from a continuation nests only while the thread's stack has room.
extension _TaskCore {
    /// Starts the waiters that this task, which has just completed, had in its list.
    @usableFromInline
    final func runContinuations(list: UInt) {
        let thread = unsafe bolts_thread_current()
        if unsafe bolts_stack_is_low(thread) {
            runWithLowStack(list: list)
            return
        }
        unsafe thread.pointee.depth += 1
        runLoop(list: list)
        unsafe thread.pointee.depth -= 1
        if unsafe thread.pointee.depth == 0, unsafe thread.pointee.deferred_head != 0 {
            unsafe _TaskCore.runDeferredQueue(on: thread)
        }
    }

    /// Starts one waiter of this task, which is complete.
    @usableFromInline
    final func start(_ node: _TaskCore) {
        let thread = unsafe bolts_thread_current()
        if unsafe bolts_stack_is_low(thread) {
            unsafe startWithLowStack(node, on: thread)
            return
        }
        unsafe thread.pointee.depth += 1
        let isPlain = node.flags.isDisjoint(with: .special)
        if isPlain ? node.operation(node, self, .run) : node.runSpecial(after: self) {
            if isPlain, node.state.load(ordering: .relaxed) == 0 {
                // The task was not returned to the caller yet, so it has no waiters and can get none.
                node.state.store(TaskState.done, ordering: .releasing)
            } else {
                node.finish()
            }
        }
        unsafe thread.pointee.depth -= 1
        if unsafe thread.pointee.depth == 0, unsafe thread.pointee.deferred_head != 0 {
            unsafe _TaskCore.runDeferredQueue(on: thread)
        }
    }

    /// The run loop.
    ///
    /// `remaining` are the waiters of `top` that have not started. When a node with waiters of its own completes, `top` is
    /// suspended: its remaining waiters are stored in its state word, and it is pushed onto `suspended`, a stack that is linked
    /// through `next`. Then the node's list runs first. The remaining waiters of this task, which would be at the bottom of the
    /// stack, are in `rest`: its `next` may still be in use, because a task that a token cancelled remains in the list of its
    /// upstream task, or on its way to an executor.
    private final func runLoop(list: UInt) {
        let root = unsafe Unmanaged.passUnretained(self)
        var top = unsafe root
        var remaining = _TaskCore.inRegistrationOrder(list)
        var rest: UInt = 0
        var suspended: UInt = 0
        while true {
            while remaining != 0 {
                var node = unsafe _TaskCore.reference(remaining)
                let completed = unsafe node._withUnsafeGuaranteedRef { node in
                    remaining = node.next
                    return unsafe top._withUnsafeGuaranteedRef { top in
                        node.flags.isDisjoint(with: .special)
                            ? node.operation(node, top, .run)
                            : node.runSpecial(after: top, before: remaining, suspended: suspended, rest: rest)
                    }
                }
                if completed {
                    var own = unsafe node._withUnsafeGuaranteedRef { $0.publish() }
                    while own & TaskState.forwarded != 0 {
                        let target = unsafe node._withUnsafeGuaranteedRef {
                            unsafe Unmanaged.passRetained($0.forwardOutcome(along: own))
                        }
                        unsafe node.release()
                        unsafe node = unsafe target
                        own = unsafe node._withUnsafeGuaranteedRef { $0.publish() }
                    }
                    if own != 0 {
                        if unsafe top.toOpaque() == root.toOpaque() {
                            rest = remaining
                        } else if remaining != 0 {
                            unsafe top._withUnsafeGuaranteedRef { top in
                                // The store has release ordering, because other threads read the outcome once they see `.done`
                                // here.
                                top.state.store(remaining | TaskState.done, ordering: .releasing)
                                top.next = suspended
                            }
                            suspended = unsafe UInt(bitPattern: top.toOpaque())
                        } else {
                            unsafe top.release()
                        }
                        unsafe top = unsafe node
                        remaining = _TaskCore.inRegistrationOrder(own)
                        continue
                    }
                }
                unsafe node.release()
            }
            if unsafe top.toOpaque() == root.toOpaque() { return }
            unsafe top.release()
            if suspended == 0 {
                if rest == 0 { return }
                unsafe top = unsafe root
                remaining = rest
                rest = 0
                continue
            }
            unsafe top = unsafe _TaskCore.reference(suspended)
            unsafe top._withUnsafeGuaranteedRef { top in
                suspended = top.next
                remaining = top.state.load(ordering: .relaxed) & ~TaskState.flags
                top.state.store(TaskState.done, ordering: .releasing)
            }
        }
    }

    // MARK: When the stack is low

    @inline(never)
    private final func runWithLowStack(list: UInt) {
        var rest = _TaskCore.inRegistrationOrder(list)
        while rest != 0 {
            let node = unsafe _TaskCore.reference(rest).takeRetainedValue()
            rest = node.next
            start(node)
        }
    }

    @inline(never)
    private final func startWithLowStack(_ node: _TaskCore, on thread: UnsafeMutablePointer<bolts_thread_t>) {
        // If the stack is the caller's, without a run loop of this library below, this is the outermost one.
        unsafe thread.pointee.depth += 1
        let runsClosure = node.runsClosure(after: self)
        if runsClosure, let executor = node.executor {
            node.hop(to: executor, after: self)
        } else {
            node.next = _TaskCore.retained(self)
            if runsClosure, !node.flags.contains(.immediate) {
                // The default executor continues with a new stack.
                unsafe bolts_dispatch_global(Unmanaged.passRetained(node).toOpaque()) { context in
                    unsafe Unmanaged<_TaskCore>.fromOpaque(context).takeRetainedValue().runAfterHop()
                }
            } else {
                // This includes nodes whose closure is skipped: a chain of them would nest.
                unsafe _TaskCore.enqueueDeferred(DeferredContinuation(node, to: nil), on: thread)
            }
        }
        unsafe thread.pointee.depth -= 1
        if unsafe thread.pointee.depth == 0, unsafe thread.pointee.deferred_head != 0 {
            unsafe _TaskCore.runDeferredQueue(on: thread)
        }
    }
}
