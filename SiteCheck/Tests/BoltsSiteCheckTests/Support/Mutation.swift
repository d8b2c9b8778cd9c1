import SharedData

/// Changes some bytes of a file at random.
enum Mutation {
    /// Returns bytes with at most `count` parts removed, replaced or inserted; `pieces` have a meaning in such a file.
    static func changed(
        _ bytes: [UInt8],
        _ count: ClosedRange<Int>,
        _ pieces: [String],
        _ random: inout SeededRandom
    ) -> [UInt8] {
        var changed = bytes
        for _ in 0..<Int.random(in: count, using: &random) where !changed.isEmpty {
            let position = Int.random(in: 0..<changed.count, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: changed.remove(at: position)
            case 1: changed[position] = UInt8.random(in: 0...255, using: &random)
            default:
                let piece = pieces[Int.random(in: 0..<pieces.count, using: &random)]
                changed.insert(contentsOf: piece.utf8, at: position)
            }
        }
        return changed
    }
}
