/// A bounded dictionary that forgets what was used longest ago.
///
/// The values stand in slots that are linked both ways in the order of their use, so that everything takes constant time.
/// What is pushed out is returned, for the caller to release where it likes.
struct LeastRecentlyUsed<Value> {
    private struct Slot {
        var key: String
        var value: Value
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

    init(capacity: Int) {
        self.capacity = max(0, capacity)
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
    /// - Returns: The value that had to go: the key's own, or the one used longest ago.
    /// - Complexity: O(1), amortised.
    mutating func set(_ value: Value, for key: String) -> Value? {
        guard capacity > 0 else { return value }
        if let place = index[key] {
            unlink(place)
            linkAsNewest(place)
            let old = slots[place].value
            slots[place].value = value
            return old
        }
        guard slots.count >= capacity else {
            index[key] = slots.count
            slots.append(Slot(key: key, value: value))
            linkAsNewest(slots.count - 1)
            return nil
        }
        let place = oldest
        let old = slots[place].value
        unlink(place)
        index[slots[place].key] = nil
        index[key] = place
        slots[place] = Slot(key: key, value: value)
        linkAsNewest(place)
        return old
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
        return slots.removeLast().value
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
