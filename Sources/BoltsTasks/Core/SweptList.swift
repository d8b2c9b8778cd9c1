internal import Synchronization

// How a task forgets waits that were given up: an `await` that was cancelled, a continuation whose token was, the losers
// of a race. Their nodes stay in the list of the task they waited for, which cannot be searched without a lock. So that
// they do not gather there for as long as the task lives, whoever adds such a node sweeps the list now and then: takes it
// whole, drops what was given up, and puts the rest back, within constant time for each node added.

extension TaskCore {
    /// How many nodes are added, beyond as many as were left by the last sweep, before the next.
    private static let additionsBeforeSweep: UInt32 = 32

    /// Adds a node whose wait may be given up, which is said by claiming it.
    ///
    /// False when the task is complete: then nothing was retained.
    @inline(never)
    final func pushRevocable(_ node: TaskCore) -> Bool {
        guard push(node) else { return false }
        endOfLink().countAdditions(1)
        return true
    }

    /// Counts nodes that were added, and sweeps if it is time to.
    final func countAdditions(_ count: UInt32) {
        let additions = additions.wrappingAdd(count, ordering: .relaxed).newValue
        // Below zero, as a signed number, are those that may be added before counting begins.
        guard additions >= TaskCore.additionsBeforeSweep, Int32(bitPattern: additions) > 0 else { return }
        self.additions.store(0, ordering: .relaxed)
        if let sweep = beginSweep() { self.additions.wrappingSubtract(end(sweep), ordering: .relaxed) }
    }

    /// Takes the list of a pending task whole, and leaves a node in its place that stands for it.
    final func beginSweep() -> SweptList? {
        let sweep = SweptList()
        let address = TaskCore.retained(sweep)
        var word = state.load(ordering: .acquiring)
        while word & (TaskState.done | TaskState.linked) == 0, word & ~TaskState.flags != 0 {
            let (exchanged, original) = state.weakCompareExchange(
                expected: word,
                desired: address | (word & TaskState.claimed),
                successOrdering: .acquiringAndReleasing,
                failureOrdering: .acquiring
            )
            if exchanged {
                sweep.taken = word & ~TaskState.flags
                return sweep
            }
            word = original
        }
        TaskCore.reference(address).release()
        return nil
    }

    /// Drops what was given up, and puts back the rest.
    ///
    /// Answers how many that are, 0 where nobody is to wait any more.
    @discardableResult
    final func end(_ sweep: SweptList) -> UInt32 {
        // Last: what a node held is the user's, and its end may run anything.
        let (count, dropped) = sweep.sift()
        defer { TaskCore.release(list: dropped) }
        guard let list = sweep.settle() else { return count }
        // This task ended, or became an alias, in the meantime.
        startOrPass(list: list)
        return 0
    }

    /// Starts nodes of a task that ended, or passes them on if it became an alias, in order.
    final func startOrPass(list: UInt) {
        var rest = TaskCore.opened(list: list)
        while rest != 0 {
            let node = TaskCore.reference(rest).takeRetainedValue()
            rest = node.next
            if !pushSlow(node) { resolved.start(node) }
        }
    }

    private static func release(list: UInt) {
        var rest = list
        while rest != 0 { rest = reference(rest).takeRetainedValue().next }
    }

    /// Turns a list, newest first, into registration order (T2).
    ///
    /// Where a sweep of another thread is under way, what is newer is that thread's to start.
    static func ordered(list: UInt) -> UInt {
        var rest = list & ~TaskState.flags
        var result: UInt = 0
        var isSwept = false
        while rest != 0 {
            rest = reference(rest)
                ._withUnsafeGuaranteedRef { node in
                    if node.flags.contains(.swept) { isSwept = true }
                    let following = node.next
                    node.next = result
                    result = rest
                    return following
                }
        }
        return isSwept ? opened(list: result) : result
    }

    /// Puts the nodes that sweeps kept, of a list in registration order, in the place of what stands for them.
    @inline(never)
    private static func opened(list: UInt) -> UInt {
        var first = list
        var previous: UInt = 0
        var current = list
        while current != 0 {
            let node = reference(current)
            let following = node._withUnsafeGuaranteedRef { $0.next }
            guard node._withUnsafeGuaranteedRef({ $0.flags.contains(.swept) }) else {
                previous = current
                current = following
                continue
            }
            current = unsafeDowncast(node.takeRetainedValue(), to: SweptList.self).open(before: following)
            if previous == 0 {
                first = current
            } else {
                reference(previous)._withUnsafeGuaranteedRef { $0.next = current }
            }
        }
        return first
    }
}

/// Stands in a task's list for the nodes that a sweep took out of it, or for those of a task that becomes its alias.
///
/// To become an alias is a sweep as well: its list is the one taken, its target's the one that this stands in.
/// Its state word is 0 during the sweep. Then either the sweep ends first, and it is `.swept` with what was kept, in
/// registration order; or somebody opens the list first, and it is `.done` with what came after, which the sweep starts.
/// `taken`, `first` and `last` belong to the sweep until then, and then to whoever opens the list.
final class SweptList: TaskCore, @unchecked Sendable {
    /// What the sweep took, newest first.
    @exclusivity(unchecked) var taken: UInt = 0
    /// What it kept, in registration order.
    @exclusivity(unchecked) private var first: UInt = 0
    @exclusivity(unchecked) private var last: UInt = 0

    init() {
        super.init(state: 0, end: .pending, flags: .swept, extra: nil) { _, _, _ in false }
    }

    /// Stands in the list of `task` for nodes to come from another list; answers in whose list that is.
    func stand(in task: TaskCore) -> TaskCore? {
        let place = task.pushed(self)
        // Where nobody can wait any more, it is as if the list had been opened: what comes is started.
        if place == nil { _ = open(before: 0) }
        return place
    }

    /// Parts what was taken into what is kept, and a list of what was given up.
    ///
    /// Answers how many are kept, too.
    func sift() -> (count: UInt32, dropped: UInt) {
        var count: UInt32 = 0
        var dropped: UInt = 0
        while taken != 0 {
            let address = taken
            let node = TaskCore.reference(address)
            let isGivenUp = node._withUnsafeGuaranteedRef { node in
                taken = node.next
                return node.isGivenUp
            }
            let older = node._withUnsafeGuaranteedRef { node in
                node.flags.contains(.swept) ? unsafeDowncast(node, to: SweptList.self).reopened(above: taken) : nil
            }
            if let older {
                // An earlier sweep's: its nodes take its place.
                taken = older
                node.release()
            } else if isGivenUp {
                node._withUnsafeGuaranteedRef { $0.next = dropped }
                dropped = address
            } else {
                node._withUnsafeGuaranteedRef { $0.next = first }
                if first == 0 { last = address }
                first = address
                count &+= 1
            }
        }
        return (count, dropped)
    }

    /// Leaves what was kept to whoever opens the list.
    ///
    /// If somebody has done so already, answers all that is to be started, in order.
    func settle() -> UInt? {
        let (exchanged, original) = state.compareExchange(
            expected: 0,
            desired: first | TaskState.swept,
            successOrdering: .releasing,
            failureOrdering: .acquiring
        )
        return exchanged ? nil : kept(before: original & ~TaskState.flags)
    }

    private func kept(before rest: UInt) -> UInt {
        if first == 0 { return rest }
        TaskCore.reference(last)._withUnsafeGuaranteedRef { $0.next = rest }
        return first
    }

    /// Called by whoever took the list that this stands in: gives all of it that is theirs to start, in order, `rest`
    /// being what came after.
    func open(before rest: UInt) -> UInt {
        let (exchanged, _) = state.compareExchange(
            expected: 0,
            desired: rest | TaskState.done,
            successOrdering: .releasing,
            failureOrdering: .acquiring
        )
        if exchanged { return 0 }
        state.store(TaskState.done, ordering: .relaxed)
        return kept(before: rest)
    }

    /// Called by a later sweep that took the list this stands in: the nodes, newest first, above `rest`; nil while the
    /// earlier sweep is under way.
    private func reopened(above rest: UInt) -> UInt? {
        guard state.load(ordering: .acquiring) & TaskState.swept != 0 else { return nil }
        state.store(TaskState.done, ordering: .relaxed)
        var result = rest
        var node = first
        while node != 0 {
            let newer = TaskCore.reference(node)
                ._withUnsafeGuaranteedRef { older in
                    defer { older.next = result }
                    return older.next
                }
            result = node
            node = newer
        }
        return result
    }
}
