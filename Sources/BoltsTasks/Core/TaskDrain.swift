internal import CBoltsTasks
internal import Synchronization

// Starting what waits for a task. A chain is walked depth-first in a loop, so completing it never recurses, and
// user code that completes other tasks from inside nests only while the thread's stack has room (T5).
extension TaskCore {
    /// Starts the nodes of a list that this task, which is done, has just given up.
    @usableFromInline
    final func drain(list: UInt) {
        let thread = bolts_thread_current()
        if bolts_stack_is_low(thread) {
            drainWithLittleStack(list: list)
            return
        }
        thread.pointee.depth += 1
        drainLoop(list: list)
        thread.pointee.depth -= 1
        if thread.pointee.depth == 0, thread.pointee.deferred_head != 0 { TaskCore.runDeferred(on: thread) }
    }

    /// Runs one node whose upstream task, this one, is done already.
    @usableFromInline
    final func start(_ node: TaskCore) {
        let thread = bolts_thread_current()
        if bolts_stack_is_low(thread) {
            startWithLittleStack(node, on: thread)
            return
        }
        thread.pointee.depth += 1
        let isPlain = node.flags.isDisjoint(with: .special)
        if isPlain ? node.operation(node, self, .run) : node.fireSpecially(after: self) {
            if isPlain, node.state.load(ordering: .relaxed) == 0 {
                // A node that was never handed out: nobody waits for it, and nobody can begin to.
                node.state.store(TaskState.done, ordering: .releasing)
            } else {
                node.finish()
            }
        }
        thread.pointee.depth -= 1
        if thread.pointee.depth == 0, thread.pointee.deferred_head != 0 { TaskCore.runDeferred(on: thread) }
    }

    /// The loop.
    ///
    /// `remaining` are the nodes of `top` that have not started; when a node that has nodes of its own completes, `top`
    /// is put on `stack` with what remains of it, and the node's list comes first. What remains of this task itself,
    /// always the lowest, is in `rest`: a task that a token cancelled is still in the list of the one it waited for, or
    /// on its way to an executor, and its `next` belongs to that.
    private final func drainLoop(list: UInt) {
        let root = Unmanaged.passUnretained(self)
        var top = root
        var remaining = TaskCore.ordered(list: list)
        var rest: UInt = 0
        var stack: UInt = 0
        while true {
            while remaining != 0 {
                var node = TaskCore.reference(remaining)
                let completed = node._withUnsafeGuaranteedRef { node in
                    remaining = node.next
                    return top._withUnsafeGuaranteedRef { top in
                        node.flags.isDisjoint(with: .special)
                            ? node.operation(node, top, .run) : node.fireSpecially(after: top)
                    }
                }
                if completed {
                    var own = node._withUnsafeGuaranteedRef { $0.publish() }
                    while own & TaskState.linked != 0 {
                        let target = node._withUnsafeGuaranteedRef {
                            Unmanaged.passRetained($0.passOutcome(along: own))
                        }
                        node.release()
                        node = target
                        own = node._withUnsafeGuaranteedRef { $0.publish() }
                    }
                    if own != 0 {
                        if top.toOpaque() == root.toOpaque() {
                            rest = remaining
                        } else if remaining != 0 {
                            top._withUnsafeGuaranteedRef { top in
                                // With release: others read the outcome after they have seen `.done` here.
                                top.state.store(remaining | TaskState.done, ordering: .releasing)
                                top.next = stack
                            }
                            stack = UInt(bitPattern: top.toOpaque())
                        } else {
                            top.release()
                        }
                        top = node
                        remaining = TaskCore.ordered(list: own)
                        continue
                    }
                }
                node.release()
            }
            if top.toOpaque() == root.toOpaque() { return }
            top.release()
            if stack == 0 {
                if rest == 0 { return }
                top = root
                remaining = rest
                continue
            }
            top = TaskCore.reference(stack)
            top._withUnsafeGuaranteedRef { top in
                stack = top.next
                remaining = top.state.load(ordering: .relaxed) & ~TaskState.flags
                top.state.store(TaskState.done, ordering: .releasing)
            }
        }
    }

    // MARK: When the stack is nearly used

    @inline(never)
    private final func drainWithLittleStack(list: UInt) {
        var rest = TaskCore.ordered(list: list)
        while rest != 0 {
            let node = TaskCore.reference(rest).takeRetainedValue()
            rest = node.next
            start(node)
        }
    }

    @inline(never)
    private final func startWithLittleStack(_ node: TaskCore, on thread: UnsafeMutablePointer<bolts_thread_t>) {
        // Counted here too: where no drain of ours is below, the stack is the caller's own, and this is the outermost.
        thread.pointee.depth += 1
        let runsClosure = node.runsClosure(after: self)
        if runsClosure, let executor = node.executor {
            node.hop(to: executor, after: self)
        } else {
            node.next = TaskCore.retained(self)
            if runsClosure, !node.flags.contains(.immediate) {
                // The default executor goes to a fresh stack (T10).
                bolts_dispatch_global(Unmanaged.passRetained(node).toOpaque()) { context in
                    Unmanaged<TaskCore>.fromOpaque(context).takeRetainedValue().runAfterHop()
                }
            } else {
                // Of what runs no closure, too: a chain of such nodes would nest.
                TaskCore.putOff(DeferredRun(of: node, on: nil), on: thread)
            }
        }
        thread.pointee.depth -= 1
        if thread.pointee.depth == 0, thread.pointee.deferred_head != 0 { TaskCore.runDeferred(on: thread) }
    }

    /// Adds work to what this thread's outermost drain does last.
    static func putOff(_ work: DeferredRun, on thread: UnsafeMutablePointer<bolts_thread_t>) {
        let work = TaskCore.retained(work)
        if thread.pointee.deferred_tail == 0 {
            thread.pointee.deferred_head = work
        } else {
            TaskCore.reference(thread.pointee.deferred_tail)._withUnsafeGuaranteedRef { $0.next = work }
        }
        thread.pointee.deferred_tail = work
    }

    /// Runs what was put off, oldest first.
    ///
    /// Called by the outermost drain, and before a thread blocks.
    static func runDeferred(on thread: UnsafeMutablePointer<bolts_thread_t>) {
        while thread.pointee.deferred_head != 0 {
            let work = reference(thread.pointee.deferred_head).takeRetainedValue()
            thread.pointee.deferred_head = work.next
            if work.next == 0 { thread.pointee.deferred_tail = 0 }
            work.next = 0
            thread.pointee.depth += 1
            _ = work.operation(work, work, .run)
            thread.pointee.depth -= 1
        }
    }

    /// Runs what this thread has put off: a thread that is about to block would otherwise wait for itself.
    static func runDeferredBeforeBlocking() {
        let thread = bolts_thread_current()
        if thread.pointee.deferred_head != 0 { runDeferred(on: thread) }
    }
}

/// Work that waits, on its own thread, for the stack to unwind.
final class DeferredRun: TaskCore, @unchecked Sendable {
    private let destination: ExecutorStrategy?

    /// `node` carries its upstream task in `next`, as during a hop.
    init(of node: TaskCore, on destination: ExecutorStrategy?) {
        self.destination = destination
        super.init(state: 0, end: .pending, flags: [], extra: node) { work, _, _ in
            let work = unsafeDowncast(work, to: DeferredRun.self)
            guard let node = work.extra else { return false }
            let core = unsafeDowncast(node, to: TaskCore.self)
            if let destination = work.destination { destination.enqueue(core) } else { core.runAfterHop() }
            return false
        }
    }
}
