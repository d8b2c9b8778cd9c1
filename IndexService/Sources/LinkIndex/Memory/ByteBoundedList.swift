/// The values of a ``ByteBoundedCache`` in the order of their use: slots that form a doubly linked list.
struct ByteBoundedList<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Slot {
        var key: Key
        var value: Value
        var byteCount: Int
        /// The next more recently used slot; -1 at the end.
        var newer = -1
        /// The next less recently used slot; -1 at the end.
        var older = -1
    }

    private var slots: [Slot] = []
    private var index: [Key: Int] = [:]
    private var newest = -1
    private var oldest = -1
    let byteCapacity: Int
    private(set) var byteCount = 0

    init(byteCapacity: Int) { self.byteCapacity = byteCapacity }

    var count: Int { slots.count }

    mutating func use(_ key: Key) -> Value? {
        guard let place = index[key] else { return nil }
        if place != newest {
            unlink(place)
            linkAsNewest(place)
        }
        return slots[place].value
    }

    /// Sets a value, and returns those that were removed for it.
    mutating func set(_ value: Value, for key: Key, byteCount: Int) -> [Value] {
        let size = max(1, byteCount)
        var removed: [Value] = []
        if let old = remove(key) { removed.append(old) }
        guard size <= byteCapacity else { return removed + [value] }
        while self.byteCount > byteCapacity - size {
            guard oldest >= 0, let old = remove(slots[oldest].key) else { break }
            removed.append(old)
        }
        index[key] = slots.count
        slots.append(Slot(key: key, value: value, byteCount: size))
        self.byteCount += size
        linkAsNewest(slots.count - 1)
        return removed
    }

    /// Removes a value; the last slot moves to the free place.
    mutating func remove(_ key: Key) -> Value? {
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
        byteCount -= slot.byteCount
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
