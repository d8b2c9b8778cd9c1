internal import CBoltsTasks
public import Synchronization

/// The part of a task that does not depend on its result's type.
///
/// Not for direct use: see ``BoltsTask``.
///
/// One object is at once the result of a continuation, the node that waits in its upstream task's list, and the
/// holder of the closure. It is not generic, so that nothing here looks up type metadata; what depends on types is in
/// `operation`, a closure without captures that an inlinable entry point made where the types were known.
///
/// Sendable by hand, and this is what guards each field: `state` and `additions` are atomic. `end`, `failure` and the
/// typed value are written by whoever alone may complete the task (its only upstream, or the winner of `.claimed`),
/// before the exchange that sets `.done` with release; they are read after a load of `.done` with acquire. `next`
/// belongs to the list the node is in, then to whoever took it out. `flags`, `extra`, the closure and whatever else a
/// subclass adds belong to whoever runs the node, which holds the claim where there can be two.
public class TaskCore: @unchecked Sendable {
    @usableFromInline final let state: Atomic<UInt>
    @usableFromInline @exclusivity(unchecked) final var next: UInt
    @usableFromInline final let operation: Operation
    @usableFromInline @exclusivity(unchecked) final var failure: (any Error)?
    @usableFromInline @exclusivity(unchecked) final var end: TaskEnd
    @usableFromInline @exclusivity(unchecked) final var flags: NodeFlags
    /// Whether others may turn this task into an alias: nobody but its own work completes it.
    @usableFromInline final let isLinkable: Bool
    /// Counts towards the next sweep of the list: see `SweptList`.
    @usableFromInline final let additions: Atomic<UInt32>
    @usableFromInline @exclusivity(unchecked) final var extra: AnyObject?

    /// (node, the task it waited for, what to do).
    @usableFromInline typealias Operation = (TaskCore, TaskCore, NodeEvent) -> Bool

    @inlinable @inline(__always)
    init(
        state: UInt,
        end: TaskEnd,
        flags: NodeFlags,
        isLinkable: Bool = false,
        extra: AnyObject?,
        operation: @escaping Operation
    ) {
        self.state = Atomic(state)
        self.next = 0
        self.operation = operation
        self.failure = nil
        self.end = end
        self.flags = flags
        self.isLinkable = isLinkable
        self.additions = Atomic(0)
        self.extra = extra
    }

    deinit {
        if bolts_is_watching() { TaskRegistry.noteReleased(self) }
        let word = state.load(ordering: .acquiring)
        if word & ~TaskState.flags == 0 { return }
        if word & TaskState.linked != 0 {
            TaskCore.release(link: word)
        } else if word & TaskState.done == 0 {
            TaskCore.abandon(list: word)
        }
    }

    @inlinable @inline(__always)
    static func reference(_ word: UInt) -> Unmanaged<TaskCore> {
        // Only called with an address taken from a live reference.
        Unmanaged<TaskCore>.fromOpaque(UnsafeRawPointer(bitPattern: word & ~TaskState.flags).unsafelyUnwrapped)
    }

    @inlinable @inline(__always)
    static func retained(_ core: TaskCore) -> UInt {
        UInt(bitPattern: Unmanaged.passRetained(core).toOpaque())
    }

    /// What to call the task where it has no name.
    var typeName: String { "task" }

    // MARK: Reading

    /// The task whose outcome this one has: itself, or the one it is an alias of.
    @inlinable @inline(__always)
    final var resolved: TaskCore {
        let word = state.load(ordering: .acquiring)
        return word & (TaskState.done | TaskState.linked) == TaskState.linked ? endOfLink() : self
    }

    @inlinable @inline(__always)
    final var isDone: Bool { state.load(ordering: .acquiring) & TaskState.done != 0 }

    @inlinable @inline(__always)
    final var isLinked: Bool { state.load(ordering: .acquiring) & TaskState.linked != 0 }

    /// Of a node in a list: whether the wait was given up, and its work will never run.
    final var isGivenUp: Bool { state.load(ordering: .acquiring) & (TaskState.claimed | TaskState.done) != 0 }

    // MARK: Writing the outcome

    /// Not inlined: the cast makes room on the stack for an error of unknown size, in every node that never fails too.
    @usableFromInline @inline(never)
    final func write(error: any Error) {
        // A cancellation error cancels, thrown or set (T3).
        if error is CancellationError {
            end = .cancelled
        } else {
            failure = error
            end = .failure
        }
    }

    @usableFromInline @inline(never)
    final func copyFailure(of other: TaskCore) {
        if bolts_is_watching() { TaskRegistry.noteObserved(other) }
        failure = other.failure
        end = other.end
    }

    /// Takes the sole right to write the outcome.
    ///
    /// False when somebody else has it, or the task is complete.
    @inlinable @inline(__always)
    final func claim() -> Bool {
        var word = state.load(ordering: .relaxed)
        while word & (TaskState.done | TaskState.claimed) == 0 {
            let (exchanged, original) = state.weakCompareExchange(
                expected: word,
                desired: word | TaskState.claimed,
                successOrdering: .acquiring,
                failureOrdering: .relaxed
            )
            if exchanged { return true }
            word = original
        }
        return false
    }

    /// Makes the outcome visible and takes the list of nodes that wait for it.
    @inlinable @inline(__always)
    final func publish() -> UInt {
        state.exchange(TaskState.done, ordering: .acquiringAndReleasing) & ~(TaskState.claimed | TaskState.done)
    }

    /// Publishes the outcome that was written, and starts everything that waited for it.
    @inlinable @inline(__always)
    final func finish() {
        let list = publish()
        if list != 0 { finish(list: list) }
    }

    @usableFromInline @inline(never)
    final func finish(list: UInt) {
        if list & TaskState.linked == 0 { return drain(list: list) }
        var core: TaskCore = self
        var list = list
        while list & TaskState.linked != 0 {
            core = core.passOutcome(along: list)
            list = core.publish()
        }
        if list != 0 { core.drain(list: list) }
    }

    // MARK: The list of waiting nodes

    /// Adds a node to those that wait.
    ///
    /// False when the task is complete: then nothing was retained.
    @inlinable @inline(__always)
    final func push(_ node: TaskCore) -> Bool {
        let word = state.load(ordering: .acquiring)
        if word & (TaskState.done | TaskState.linked) == 0 {
            let address = TaskCore.retained(node)
            node.next = word & ~TaskState.flags
            let (exchanged, _) = state.compareExchange(
                expected: word,
                desired: address | (word & TaskState.claimed),
                successOrdering: .releasing,
                failureOrdering: .relaxed
            )
            if exchanged { return true }
            TaskCore.reference(address).release()
        }
        return pushSlow(node)
    }

    @usableFromInline @inline(never)
    final func pushSlow(_ node: TaskCore) -> Bool { pushed(node) != nil }

    /// Adds a node to those that wait, and answers in whose list it stands: this task's, or that of the end of its link.
    ///
    /// Nil when that is complete: then nothing was retained.
    final func pushed(_ node: TaskCore) -> TaskCore? {
        var target: TaskCore = self
        var word = target.state.load(ordering: .acquiring)
        let address = TaskCore.retained(node)
        while true {
            if word & TaskState.done != 0 {
                TaskCore.reference(address).release()
                return nil
            }
            if word & TaskState.linked != 0 {
                target = TaskCore.reference(word).takeUnretainedValue()
                word = target.state.load(ordering: .acquiring)
                continue
            }
            node.next = word & ~TaskState.flags
            let (exchanged, original) = target.state.weakCompareExchange(
                expected: word,
                desired: address | (word & TaskState.claimed),
                successOrdering: .releasing,
                failureOrdering: .acquiring
            )
            if exchanged { return target }
            word = original
        }
    }

    // MARK: Abandoning

    /// Nobody is left who could complete the task these nodes wait for.
    static func abandon(list: UInt) {
        var rest = ordered(list: list)
        while rest != 0 {
            let node = reference(rest).takeRetainedValue()
            rest = node.next
            node.fail(AbandonedTaskError(.upstreamReleased))
        }
    }

    /// Completes a node whose work will never run.
    final func fail(_ error: any Error) {
        if flags.contains(.token) {
            guard claim() else { return }
            dropTokenLink()
        }
        _ = operation(self, self, .discard)
        write(error: error)
        finish()
    }
}
