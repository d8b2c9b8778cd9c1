/// Keys in the order in which they take turns; every operation takes constant time.
struct RoundRobinList<Key: Hashable> {
    private struct Neighbors {
        var previous: Key?
        var next: Key?
    }

    private var neighbors: [Key: Neighbors] = [:]
    /// The key whose turn it is.
    private(set) var first: Key?
    private var last: Key?

    var isEmpty: Bool { first == nil }

    func contains(_ key: Key) -> Bool { neighbors[key] != nil }

    /// Returns the key that comes after another.
    func key(after key: Key) -> Key? { neighbors[key]?.next }

    /// Adds a key at the end, unless it is in the list.
    mutating func append(_ key: Key) {
        guard neighbors[key] == nil else { return }
        neighbors[key] = Neighbors(previous: last, next: nil)
        if let last { neighbors[last]?.next = key }
        last = key
        if first == nil { first = key }
    }

    mutating func remove(_ key: Key) {
        guard let removed = neighbors.removeValue(forKey: key) else { return }
        if let previous = removed.previous {
            neighbors[previous]?.next = removed.next
        } else {
            first = removed.next
        }
        if let next = removed.next {
            neighbors[next]?.previous = removed.previous
        } else {
            last = removed.previous
        }
    }

    mutating func moveToEnd(_ key: Key) {
        guard neighbors[key] != nil, last != key else { return }
        remove(key)
        append(key)
    }
}
