internal import CBoltsTasks
internal import Synchronization

// How a task becomes an alias of another, so that a loop of tasks that return tasks stays flat (T5): whoever reads it, or
// waits for it, reads the other and waits there.

extension TaskCore {
    // MARK: Following

    @usableFromInline @inline(never)
    final func endOfLink() -> TaskCore {
        var core: TaskCore = self
        while true {
            let word = core.state.load(ordering: .acquiring)
            guard word & (TaskState.done | TaskState.linked) == TaskState.linked else { return core }
            core = TaskCore.reference(word).takeUnretainedValue()
        }
    }

    /// Gives this task's outcome to the one it is an alias of, and returns that one.
    final func passOutcome(along word: UInt) -> TaskCore {
        // The reference stays in the word: another thread may be following it at this moment.
        state.store(word | TaskState.done, ordering: .releasing)
        let target = TaskCore.reference(word).takeUnretainedValue()
        _ = target.operation(target, self, .adopt)
        return target
    }

    // MARK: Becoming an alias

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
    static func release(link word: UInt) {
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
}
