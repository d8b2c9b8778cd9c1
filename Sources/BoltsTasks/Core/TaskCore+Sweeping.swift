internal import Synchronization

// A cancelled wait (an `await`, a continuation whose token was cancelled, the losers of a race) leaves its node in the list of
// the task it waited for, because the list cannot be searched without a lock. So that such nodes do not accumulate on a
// long-lived task, adding a cancellable waiter sometimes sweeps the list: it takes the whole list, drops the nodes whose wait
// was cancelled, and puts the rest back, in amortised constant time for each added node.

extension _TaskCore {
    /// The number of additions before the next sweep, in addition to as many as the last sweep kept.
    private static let additionsBeforeSweep: UInt32 = 32

    /// Adds a waiter that is cancelled by claiming it; returns false if the task is complete, and then nothing was retained.
    @inline(never)
    final func pushCancellable(_ node: _TaskCore) -> Bool {
        guard push(node) else { return false }
        forwardingTarget().countAdditions(1)
        return true
    }

    /// Counts added waiters, and sweeps the list if it is due.
    final func countAdditions(_ count: UInt32) {
        let additions = additions.wrappingAdd(count, ordering: .relaxed).newValue
        // Negative as a signed number until there are more new waiters than the last sweep kept.
        guard additions >= _TaskCore.additionsBeforeSweep, Int32(bitPattern: additions) > 0 else { return }
        self.additions.store(0, ordering: .relaxed)
        if let sweep = beginSweep() { self.additions.wrappingSubtract(finishSweep(sweep), ordering: .relaxed) }
    }

    /// Takes the whole list of a pending task, and leaves a placeholder; `nil` if it has no waiters or is no longer pending.
    final func beginSweep() -> WaiterPlaceholder? {
        let sweep = WaiterPlaceholder()
        let address = _TaskCore.retained(sweep)
        var word = state.load(ordering: .acquiring)
        while word & (TaskState.done | TaskState.forwarded) == 0, word & ~TaskState.flags != 0 {
            let (exchanged, original) = state.weakCompareExchange(
                expected: word,
                desired: address | (word & (TaskState.claimed | TaskState.sealed)),
                successOrdering: .acquiringAndReleasing,
                failureOrdering: .acquiring
            )
            if exchanged {
                sweep.taken = word & ~TaskState.flags
                return sweep
            }
            word = original
        }
        unsafe _TaskCore.reference(address).release()
        return nil
    }

    /// Drops the nodes whose wait was cancelled, and puts back the rest; returns their number, or 0 if the task completed
    /// meanwhile.
    @discardableResult
    final func finishSweep(_ sweep: WaiterPlaceholder) -> UInt32 {
        let (count, dropped) = sweep.partition()
        // This is last, because releasing a node may run a user's `deinit`.
        defer { _TaskCore.release(list: dropped) }
        guard let list = sweep.settle() else { return count }
        // The task completed, or was made to forward, meanwhile.
        startOrForward(list: list)
        return 0
    }

    /// Starts waiters of a task that has completed, or passes them on if it forwards, in order.
    final func startOrForward(list: UInt) {
        var rest = _TaskCore.expandingPlaceholders(in: list)
        while rest != 0 {
            let node = unsafe _TaskCore.reference(rest).takeRetainedValue()
            rest = node.next
            if !pushSlow(node) { resolved.start(node) }
        }
    }

    private static func release(list: UInt) {
        var rest = list
        while rest != 0 { rest = unsafe reference(rest).takeRetainedValue().next }
    }

    /// Turns a list, newest first, into registration order.
    ///
    /// If another thread is sweeping the list, that thread starts the waiters it took and all newer ones.
    static func inRegistrationOrder(_ list: UInt) -> UInt {
        var rest = list & ~TaskState.flags
        var result: UInt = 0
        var hasPlaceholder = false
        while rest != 0 {
            rest = unsafe reference(rest)
                ._withUnsafeGuaranteedRef { node in
                    if node.flags.contains(.placeholder) { hasPlaceholder = true }
                    let following = node.next
                    node.next = result
                    result = rest
                    return following
                }
        }
        return hasPlaceholder ? expandingPlaceholders(in: result) : result
    }

    /// Replaces each placeholder in a list, which is in registration order, with the nodes it kept.
    @inline(never)
    static func expandingPlaceholders(in list: UInt) -> UInt {
        var first = list
        var previous: UInt = 0
        var current = list
        while current != 0 {
            let node = unsafe reference(current)
            let following = unsafe node._withUnsafeGuaranteedRef { $0.next }
            guard unsafe node._withUnsafeGuaranteedRef({ $0.flags.contains(.placeholder) }) else {
                previous = current
                current = following
                continue
            }
            current = unsafe unsafeDowncast(node.takeRetainedValue(), to: WaiterPlaceholder.self).expand(
                before: following
            )
            if previous == 0 {
                first = current
            } else {
                unsafe reference(previous)._withUnsafeGuaranteedRef { $0.next = current }
            }
        }
        return first
    }
}
