internal import Synchronization

/// Holds the place, in a task's list, of waiters that a sweep took out, or that come from a task which forwards to it.
///
/// Forwarding works like a sweep: the list taken is that of the task that forwards, and the placeholder is in the list of its
/// target. The state word is 0 during the sweep. If the sweep finishes first, the word is `.settled` with the nodes kept, in
/// registration order. If another thread expands the placeholder first, it is `.done` with the newer waiters, which the sweep
/// then starts. `taken`, `first` and `last` belong to the sweep until then, and afterwards to the thread that expands the
/// placeholder.
final class WaiterPlaceholder: _TaskCore, @unchecked Sendable {
    /// The nodes that the sweep took, newest first.
    @safe @exclusivity(unchecked) var taken: UInt = 0
    /// The nodes that the sweep kept, in registration order.
    @safe @exclusivity(unchecked) private var first: UInt = 0
    @safe @exclusivity(unchecked) private var last: UInt = 0

    init() {
        super.init(state: 0, status: .pending, flags: .placeholder, extra: nil) { _, _, _ in false }
    }

    /// Adds the placeholder to the list of `task`, for nodes from another list.
    ///
    /// - Returns: The task whose list it is in, or `nil` if that task is complete.
    func insert(into task: _TaskCore) -> _TaskCore? {
        let place = task.pushed(self)
        // The placeholder counts as expanded: the nodes are started when the sweep finishes.
        if place == nil { _ = expand(before: 0) }
        return place
    }

    /// Divides the nodes taken into those to keep and those whose wait was cancelled.
    ///
    /// - Returns: The number of nodes kept, and a list of the others.
    func partition() -> (count: UInt32, dropped: UInt) {
        var count: UInt32 = 0
        var dropped: UInt = 0
        while taken != 0 {
            let address = taken
            let node = unsafe _TaskCore.reference(address)
            let isCancelled = unsafe node._withUnsafeGuaranteedRef { node in
                taken = node.next
                return node.isWaitCancelled
            }
            let older = unsafe node._withUnsafeGuaranteedRef { node in
                unsafe node.flags.contains(.placeholder)
                    ? unsafeDowncast(node, to: WaiterPlaceholder.self).takeNodes(above: taken) : nil
            }
            if let older {
                // The nodes of an earlier sweep replace its placeholder.
                taken = older
                unsafe node.release()
            } else if isCancelled {
                unsafe node._withUnsafeGuaranteedRef { $0.next = dropped }
                dropped = address
            } else {
                unsafe node._withUnsafeGuaranteedRef { $0.next = first }
                if first == 0 { last = address }
                first = address
                count &+= 1
            }
        }
        return (count, dropped)
    }

    /// Leaves the kept nodes to the thread that expands the placeholder.
    ///
    /// - Returns: If another thread has expanded it already, all nodes to start, in order.
    func settle() -> UInt? {
        let (exchanged, original) = state.compareExchange(
            expected: 0,
            desired: first | TaskState.settled,
            successOrdering: .releasing,
            failureOrdering: .acquiring
        )
        return exchanged ? nil : keptNodes(before: original & ~TaskState.flags)
    }

    private func keptNodes(before rest: UInt) -> UInt {
        if first == 0 { return rest }
        unsafe _TaskCore.reference(last)._withUnsafeGuaranteedRef { $0.next = rest }
        return first
    }

    /// Replaces the placeholder with the nodes it kept; called by the thread that took its list.
    ///
    /// - Parameter rest: The waiters that were added after the placeholder.
    /// - Returns: The nodes that are the caller's to start, in order; 0 while the sweep is running, which then starts
    ///   them.
    func expand(before rest: UInt) -> UInt {
        let (exchanged, _) = state.compareExchange(
            expected: 0,
            desired: rest | TaskState.done,
            successOrdering: .releasing,
            failureOrdering: .acquiring
        )
        if exchanged { return 0 }
        state.store(TaskState.done, ordering: .relaxed)
        return keptNodes(before: rest)
    }

    /// Gives the nodes to a later sweep, which took the list that the placeholder is in.
    ///
    /// - Returns: The nodes, newest first, followed by `rest`; `nil` while the earlier sweep is running.
    private func takeNodes(above rest: UInt) -> UInt? {
        guard state.load(ordering: .acquiring) & TaskState.settled != 0 else { return nil }
        state.store(TaskState.done, ordering: .relaxed)
        var result = rest
        var node = first
        while node != 0 {
            let newer = unsafe _TaskCore.reference(node)
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
