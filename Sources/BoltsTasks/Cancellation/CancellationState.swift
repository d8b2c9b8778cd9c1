/// The state machine of a cancellation token: whether it is cancelled, and its observers in registration order.
///
/// A plain value without a lock, so that every interleaving can be tested without threads. Observers are kept in slots
/// that form a doubly linked list, so adding and removing one takes constant time. A slot's generation distinguishes a
/// removed registration from a later one in the same slot.
struct CancellationState: Sendable {
    /// The receiver of a token's notification.
    enum Observer: Sendable {
        case closure(@Sendable () -> Void)
        /// A continuation whose result the token cancels.
        case node(any CancellationObserver)
        /// A source that is cancelled with the token.
        case link(CancellationLink)
    }

    /// Identifies one registration.
    struct Key: Hashable, Sendable {
        fileprivate let slot: Int32
        fileprivate let generation: UInt32

        fileprivate init(slot: Int32, generation: UInt32) {
            self.slot = slot
            self.generation = generation
        }

        /// The key in one word, never 0.
        var packed: UInt64 { UInt64(generation) << 32 | UInt64(slot + 1) }

        init(packed: UInt64) {
            slot = Int32(truncatingIfNeeded: packed & 0xFFFF_FFFF) - 1
            generation = UInt32(truncatingIfNeeded: packed >> 32)
        }
    }

    enum Addition: Sendable {
        case added(Key)
        /// The token is cancelled already: notify the observer now.
        case cancelled
        /// The token was disposed of and will never be cancelled: drop the observer.
        case never
    }

    private struct Slot: Sendable {
        var observer: Observer?
        var previous: Int32 = -1
        var next: Int32 = -1
        var generation: UInt32 = 0
    }

    private(set) var isCancelled = false
    /// The reason for the cancellation, if one was given.
    private(set) var reason: (any Error)?
    private(set) var isDisposed = false
    private var slots: [Slot] = []
    private var first: Int32 = -1
    private var last: Int32 = -1
    /// Empty slots, linked through `next`.
    private var free: Int32 = -1

    /// - Complexity: O(1), amortised.
    mutating func add(_ observer: Observer) -> Addition {
        if isCancelled { return .cancelled }
        if isDisposed { return .never }
        let index: Int32
        if free >= 0 {
            index = free
            free = slots[Int(index)].next
        } else {
            index = Int32(slots.count)
            slots.append(Slot())
        }
        slots[Int(index)].observer = observer
        slots[Int(index)].previous = last
        slots[Int(index)].next = -1
        if last >= 0 { slots[Int(last)].next = index } else { first = index }
        last = index
        return .added(Key(slot: index, generation: slots[Int(index)].generation))
    }

    /// Removes an observer in O(1), which the caller releases outside the lock.
    ///
    /// Returns `nil` if it is no longer registered.
    mutating func remove(_ key: Key) -> Observer? {
        guard slots.indices.contains(Int(key.slot)), slots[Int(key.slot)].generation == key.generation else {
            return nil
        }
        return take(key.slot)
    }

    /// Removes up to `count` nodes from the front: none if the first observer is a closure.
    ///
    /// Closures are removed one at a time, because an observer may dispose of a later one. For nodes that makes no
    /// difference.
    mutating func popNodes(atMost count: Int) -> [any CancellationObserver] {
        var nodes: [any CancellationObserver] = []
        while nodes.count < count, first >= 0, case .node(let node) = slots[Int(first)].observer {
            nodes.append(node)
            _ = take(first)
        }
        return nodes
    }

    /// Removes the first observer, once the token is cancelled.
    mutating func popFirst() -> Observer? {
        if first >= 0 { return take(first) }
        slots = []
        free = -1
        return nil
    }

    /// Returns whether this call cancelled the token.
    mutating func cancel(_ reason: (any Error)?) -> Bool {
        if isCancelled || isDisposed { return false }
        isCancelled = true
        self.reason = reason
        return true
    }

    /// Removes all observers, which the caller releases outside the lock.
    mutating func dispose() -> [Observer] {
        isDisposed = true
        if isCancelled { return [] }
        var observers: [Observer] = []
        while let observer = popFirst() { observers.append(observer) }
        return observers
    }

    /// Removes the sources that are linked to the token.
    mutating func takeLinks() -> [CancellationLink] {
        slots.indices.compactMap { index in
            guard case .link(let link) = slots[index].observer else { return nil }
            _ = take(Int32(index))
            return link
        }
    }

    private mutating func take(_ index: Int32) -> Observer? {
        let slot = slots[Int(index)]
        if slot.previous >= 0 { slots[Int(slot.previous)].next = slot.next } else { first = slot.next }
        if slot.next >= 0 { slots[Int(slot.next)].previous = slot.previous } else { last = slot.previous }
        slots[Int(index)] = Slot(next: free, generation: slot.generation &+ 1)
        free = index
        return slot.observer
    }
}

/// An object that a token notifies when it is cancelled, without a closure having to be made for it.
protocol CancellationObserver: AnyObject, Sendable {
    /// The token was cancelled; called once, on the thread that cancels it, under no lock.
    func tokenWasCancelled()
}

/// A source that is linked to another token, and cancelled with it.
struct CancellationLink: Sendable {
    let storage: CancellationStorage
    /// The source's scheduled cancellation, which is stopped when the link cancels it.
    let timer: CancellationTimer
}
