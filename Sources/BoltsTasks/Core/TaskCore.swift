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

    @usableFromInline @inline(never)
    final func endOfLink() -> TaskCore {
        var core: TaskCore = self
        while true {
            let word = core.state.load(ordering: .acquiring)
            guard word & (TaskState.done | TaskState.linked) == TaskState.linked else { return core }
            core = TaskCore.reference(word).takeUnretainedValue()
        }
    }

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

    /// Gives this task's outcome to the one it is an alias of, and returns that one.
    final func passOutcome(along word: UInt) -> TaskCore {
        // The reference stays in the word: another thread may be following it at this moment.
        state.store(word | TaskState.done, ordering: .releasing)
        let target = TaskCore.reference(word).takeUnretainedValue()
        _ = target.operation(target, self, .adopt)
        return target
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

    // MARK: Linking

    /// What came of the wish to make a task an alias.
    enum Linking { case linked, refused, circle }

    /// Makes this task an alias of `target`, so that a loop of tasks that return tasks stays flat (T5).
    ///
    /// Refused when it is complete, or an alias, already: the target of an alias may have gone on to another task, and
    /// counts on what it was promised. A circle when `target`, at this moment, became an alias of this task.
    final func link(to target: TaskCore) -> Linking {
        let address = TaskCore.retained(target)
        // Stands in the target's list for whoever waits here, so that nobody who comes later gets in before them (T2).
        var waiting: SweptList?
        var list: UInt = 0
        var isInCircle = false
        var linking = Linking.refused
        var word = state.load(ordering: .acquiring)
        while linking == .refused, word & (TaskState.done | TaskState.linked) == 0 {
            if waiting == nil, word & ~TaskState.flags != 0 {
                let standIn = SweptList()
                waiting = standIn
                isInCircle = standIn.stand(in: target) === self
            }
            // Of links that close a circle, the last sees the others: hence the order.
            let (exchanged, original) = state.weakCompareExchange(
                expected: word,
                desired: address | TaskState.linked,
                successOrdering: .sequentiallyConsistent,
                failureOrdering: .acquiring
            )
            if exchanged {
                list = word & ~TaskState.flags
                linking = unlinkFromCircle(through: target) ? .circle : .linked
            }
            word = original
        }
        if let waiting {
            // In a circle the list may hold what stands for it, itself or in what stands for another: then nobody would
            // ever open that. It stands for nothing, and who waited is passed on.
            isInCircle = isInCircle || linking == .circle
            if !isInCircle { waiting.taken = list }
            // What stands for them counts, too.
            target.countAdditions(target.end(waiting) + 1)
            if isInCircle { startOrPass(list: TaskCore.ordered(list: list)) }
        }
        if linking == .refused { TaskCore.reference(address).release() }
        return linking
    }

    /// Undoes the link to `target` if it closed a circle, as when two closures, on two threads, return each the other's
    /// result: whoever followed it would never come to an end.
    private func unlinkFromCircle(through target: TaskCore) -> Bool {
        var core = target
        while core !== self {
            let word = core.state.load(ordering: .sequentiallyConsistent)
            guard word & (TaskState.done | TaskState.linked) == TaskState.linked else { return false }
            core = TaskCore.reference(word).takeUnretainedValue()
        }
        // The word's reference is never released: another thread may be following it at this moment. When this fails,
        // another thread has opened the circle and completed this task, and so the target.
        let link = UInt(bitPattern: Unmanaged.passUnretained(target).toOpaque()) | TaskState.linked
        return state.compareExchange(expected: link, desired: 0, ordering: .acquiringAndReleasing).exchanged
    }

    /// Lets go of what an alias pointed to, step by step: a million aliases in a row must not recurse.
    private static func release(link word: UInt) {
        var target: TaskCore? = reference(word).takeRetainedValue()
        while target != nil, isKnownUniquelyReferenced(&target) {
            guard let last = target else { return }
            let onward = last.state.load(ordering: .acquiring)
            guard onward & TaskState.linked != 0 else { return }
            last.state.store(TaskState.done, ordering: .relaxed)
            target = reference(onward).takeRetainedValue()
        }
    }

    /// The second half of a flattening node: waits for the task that its closure returned.
    ///
    /// Answers whether the node is complete.
    @usableFromInline @inline(never)
    final func follow(_ inner: TaskCore) -> Bool {
        if bolts_is_watching() { TaskRegistry.note(self, waitsFor: inner) }
        if !inner.isLinkable, !flags.contains(.token) {
            // The common case: a task that is not an alias, that will not become one, and that is not this one.
            flags.insert(.adopting)
            flags.remove(.hops)
            return inner.push(self) ? false : operation(self, inner, .adopt)
        }
        return followAlias(inner.resolved)
    }

    @inline(never)
    private final func followAlias(_ inner: TaskCore) -> Bool {
        var inner = inner
        while true {
            if inner === self || inner === endOfLink() {
                write(error: TaskUsageError.returnedItself)
                return true
            }
            if inner.isDone { return operation(self, inner, .adopt) }
            flags.insert(.adopting)
            if flags.contains(.token) { return followWithToken(inner) }
            flags.remove(.hops)
            guard inner.isLinkable else { return inner.push(self) ? false : operation(self, inner, .adopt) }
            switch inner.link(to: endOfLink()) {
            case .linked: return false
            case .circle:
                write(error: TaskUsageError.returnedItself)
                return true
            // It ended at this moment, or another thread made it an alias: then its end is what to follow.
            case .refused: inner = inner.resolved
            }
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
