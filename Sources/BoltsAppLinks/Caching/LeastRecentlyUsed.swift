/// A bounded dictionary that forgets what was used longest ago.
///
/// Bounded by the number of values, and by what they cost together. The values stand in slots that are linked both ways
/// in the order of their use, so that everything takes constant time. What is pushed out is returned, for the caller to
/// release where it likes.
struct LeastRecentlyUsed<Value: Sendable>: Sendable {
    private struct Slot {
        var key: String
        var value: Value
        var cost: Int
        /// Towards the one used last; -1 at the end.
        var newer = -1
        /// Towards the one used longest ago; -1 at the end.
        var older = -1
    }

    private var slots: [Slot] = []
    private var index: [String: Int] = [:]
    private var newest = -1
    private var oldest = -1
    let capacity: Int
    let costLimit: Int
    /// What all values cost together.
    private(set) var cost = 0

    init(capacity: Int, costLimit: Int = .max) {
        self.capacity = max(0, capacity)
        self.costLimit = max(0, costLimit)
    }

    var count: Int { slots.count }

    /// The keys, the one used last first.
    var keys: [String] {
        var keys: [String] = []
        var place = newest
        while place >= 0 {
            keys.append(slots[place].key)
            place = slots[place].older
        }
        return keys
    }

    /// The value of a key, which thereby counts as used.
    ///
    /// - Complexity: O(1).
    mutating func use(_ key: String) -> Value? {
        guard let place = index[key] else { return nil }
        unlink(place)
        linkAsNewest(place)
        return slots[place].value
    }

    /// Sets the value of a key, which thereby counts as used.
    ///
    /// - Parameters:
    ///   - value: The value. One that costs more than all may together is not kept.
    ///   - key: Its key.
    ///   - cost: What it costs.
    /// - Returns: The values that had to go: the key's own first, then those used longest ago.
    /// - Complexity: O(1) for each value that goes.
    mutating func set(_ value: Value, for key: String, cost: Int = 0) -> [Value] {
        var gone: [Value] = []
        if let old = remove(key) { gone.append(old) }
        guard capacity > 0, cost <= costLimit else { return gone + [value] }
        while slots.count >= capacity || self.cost > costLimit - cost {
            guard oldest >= 0, let old = remove(slots[oldest].key) else { break }
            gone.append(old)
        }
        index[key] = slots.count
        slots.append(Slot(key: key, value: value, cost: cost))
        self.cost += cost
        linkAsNewest(slots.count - 1)
        return gone
    }

    /// Takes a key out; the last slot moves to the place that becomes free.
    ///
    /// - Returns: The value it had.
    /// - Complexity: O(1).
    mutating func remove(_ key: String) -> Value? {
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
        cost -= slot.cost
        return slot.value
    }

    private mutating func unlink(_ place: Int) {
        let (newer, older) = (slots[place].newer, slots[place].older)
        if newer >= 0 { slots[newer].older = older } else { newest = older }
        if older >= 0 { slots[older].newer = newer } else { oldest = newer }
    }

    private mutating func linkAsNewest(_ place: Int) {
        slots[place].newer = -1
        slots[place].older = newest
        if newest >= 0 { slots[newest].newer = place } else { oldest = place }
        newest = place
    }
}
