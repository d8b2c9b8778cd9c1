/// A bounded dictionary that removes the least recently used values.
///
/// It is bounded by the number of values and by their total cost. The values are in slots that form a doubly linked list in the
/// order of use, so every operation takes constant time. Removed values are returned, so that the caller can release them
/// outside a lock.
public struct LeastRecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline
    struct Slot: Sendable {
        @usableFromInline var key: Key
        @usableFromInline var value: Value
        @usableFromInline var cost: Int
        /// The next more recently used slot; -1 at the end.
        @usableFromInline var newer = -1
        /// The next less recently used slot; -1 at the end.
        @usableFromInline var older = -1

        @usableFromInline
        init(key: Key, value: Value, cost: Int) {
            self.key = key
            self.value = value
            self.cost = cost
        }
    }

    @usableFromInline var slots: [Slot] = []
    @usableFromInline var index: [Key: Int] = [:]
    @usableFromInline var newest = -1
    @usableFromInline var oldest = -1
    /// The maximum number of values.
    public let capacity: Int
    /// The maximum total cost of the values.
    public let costLimit: Int
    @usableFromInline var total = 0
    /// The total cost of all values.
    @inlinable public var cost: Int { total }

    /// Creates an empty dictionary.
    ///
    /// - Parameters:
    ///   - capacity: The maximum number of values.
    ///   - costLimit: The maximum total cost of the values.
    public init(capacity: Int = .max, costLimit: Int = .max) {
        self.capacity = max(0, capacity)
        self.costLimit = max(0, costLimit)
    }

    /// The number of values.
    @inlinable public var count: Int { slots.count }

    /// The keys, the most recently used first.
    public var keys: [Key] {
        var keys: [Key] = []
        var place = newest
        while place >= 0 {
            keys.append(slots[place].key)
            place = slots[place].older
        }
        return keys
    }

    /// Returns the value of a key, and marks it as used.
    ///
    /// - Complexity: O(1).
    @inlinable
    public mutating func use(_ key: Key) -> Value? {
        guard let place = index[key] else { return nil }
        if place != newest {
            unlink(place)
            linkAsNewest(place)
        }
        return slots[place].value
    }

    /// Sets the value of a key, and marks it as used.
    ///
    /// - Parameters:
    ///   - value: The value. It is not kept if its cost exceeds the total limit.
    ///   - key: Its key.
    ///   - cost: Its cost.
    /// - Returns: The removed values: first the key's previous one, then the least recently used.
    /// - Complexity: O(1) for each removed value.
    @inlinable
    public mutating func set(_ value: Value, for key: Key, cost: Int = 0) -> [Value] {
        var gone: [Value] = []
        if let old = remove(key) { gone.append(old) }
        guard capacity > 0, cost <= costLimit else { return gone + [value] }
        while slots.count >= capacity || total > costLimit - cost {
            guard oldest >= 0, let old = remove(slots[oldest].key) else { break }
            gone.append(old)
        }
        index[key] = slots.count
        slots.append(Slot(key: key, value: value, cost: cost))
        total += cost
        linkAsNewest(slots.count - 1)
        return gone
    }

    /// Removes a key; the last slot moves to the free place.
    ///
    /// - Returns: Its value.
    /// - Complexity: O(1).
    @inlinable
    public mutating func remove(_ key: Key) -> Value? {
        guard let place = index.removeValue(forKey: key) else { return nil }
        unlink(place)
        let last = slots.count - 1
        if place != last {
            slots.swapAt(place, last)
            let moved = slots[place]
            index[moved.key] = place
            if moved.newer >= 0 { slots[moved.newer].older = place } else { newest = place }
            if moved.older >= 0 { slots[moved.older].newer = place } else { oldest = place }
        }
        let slot = slots.removeLast()
        total -= slot.cost
        return slot.value
    }

    @inlinable
    mutating func unlink(_ place: Int) {
        let (newer, older) = (slots[place].newer, slots[place].older)
        if newer >= 0 { slots[newer].older = older } else { newest = older }
        if older >= 0 { slots[older].newer = newer } else { oldest = newer }
    }

    @inlinable
    mutating func linkAsNewest(_ place: Int) {
        slots[place].newer = -1
        slots[place].older = newest
        if newest >= 0 { slots[newest].newer = place } else { oldest = place }
        newest = place
    }
}
