/// The standard's list of active formatting elements: text reopens them after a block has closed them.
struct ActiveFormattingElements {
    struct Entry {
        /// The name, which has at most eight bytes for these elements.
        let low: UInt64
        /// The element's identity on the stack of open elements; 0 for a marker.
        var identity: UInt32
        let type: ElementType
        /// Whether the element is on the stack.
        var isOpen: Bool
        let hasAttributes: Bool

        var isMarker: Bool { identity == 0 }
    }

    /// If the list becomes longer, the oldest entries are dropped.
    private static let maximumCount = 20

    private(set) var entries = ReusableStack<Entry>()

    /// Whether the next text, or the next element within text, reopens elements.
    @inline(__always)
    var needsReconstruction: Bool {
        guard let last = entries.last else { return false }
        return !last.isOpen && !last.isMarker
    }

    @inline(__always)
    mutating func append(_ entry: Entry) {
        if entries.count > 2 { dropOldest(of: entry) }
        if entries.count == Self.maximumCount { entries.remove(at: 0) }
        entries.append(entry)
    }

    mutating func appendMarker() {
        append(Entry(low: 0, identity: 0, type: .unknown, isOpen: false, hasAttributes: true))
    }

    /// Drops the first of three equal elements.
    ///
    /// Attributes are not compared: only elements without attributes are equal.
    @inline(never)
    private mutating func dropOldest(of entry: Entry) {
        if entry.hasAttributes { return }
        var oldest: Int?
        var count = 0
        for index in (0..<entries.count).reversed() {
            let other = entries[index]
            if other.isMarker { break }
            if other.type == entry.type && !other.hasAttributes {
                count += 1
                oldest = index
            }
        }
        if count >= 3, let oldest { entries.remove(at: oldest) }
    }

    /// Whether the newest entry is the element's.
    @inline(__always)
    func endsWith(_ identity: UInt32) -> Bool { entries.last?.identity == identity }

    mutating func clearToLastMarker() {
        while entries.count > 0, !entries.removeLast().isMarker {}
    }

    /// The last element of a type after the last marker.
    func lastIndex(of type: ElementType) -> Int? {
        for index in (0..<entries.count).reversed() {
            if entries[index].isMarker { return nil }
            if entries[index].type == type { return index }
        }
        return nil
    }

    func index(of identity: UInt32) -> Int? { (0..<entries.count).last { entries[$0].identity == identity } }

    /// The element was removed from the stack of open elements.
    mutating func markClosed(_ identity: UInt32) {
        if let index = index(of: identity) { entries[index].isOpen = false }
    }

    mutating func markOpen(at index: Int, as identity: UInt32) {
        entries[index].identity = identity
        entries[index].isOpen = true
    }

    mutating func remove(at index: Int) { entries.remove(at: index) }

    mutating func insert(_ entry: Entry, at index: Int) { entries.insert(entry, at: index) }

    @inline(__always)
    mutating func removeLast() { entries.removeLast() }
}
