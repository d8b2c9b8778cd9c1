/// A set of positions in a text, one bit each.
struct PositionSet {
    private(set) var words: [UInt64]

    /// Creates an empty set of the positions below a count.
    init(count: Int) { words = [UInt64](repeating: 0, count: (count + 63) / 64) }

    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    func contains(_ position: Int) -> Bool { words[position / 64] >> UInt64(position % 64) & 1 == 1 }

    mutating func insert(_ position: Int) { words[position / 64] |= 1 << UInt64(position % 64) }

    mutating func formUnion(_ other: PositionSet) {
        for index in words.indices { words[index] |= other.words[index] }
    }

    /// The lowest position, or `nil` if the set is empty.
    var first: Int? {
        for index in words.indices where words[index] != 0 {
            return index * 64 + words[index].trailingZeroBitCount
        }
        return nil
    }

    /// Calls a closure with each position, in order.
    func visit(_ body: (Int) -> Void) {
        for index in words.indices {
            var word = words[index]
            while word != 0 {
                body(index * 64 + word.trailingZeroBitCount)
                word &= word - 1
            }
        }
    }
}
