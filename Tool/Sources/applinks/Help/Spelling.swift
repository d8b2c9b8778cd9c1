import BoltsSiteCheck

/// Finds what was meant by a misspelled word.
enum Spelling {
    /// The word that is most like another one, or `nil` if none is alike.
    static func nearest(to word: String, among known: [String]) -> String? {
        let near = known.map { (word: $0, distance: distance(word, $0)) }.min { $0.distance < $1.distance }
        return near.flatMap { $0.distance <= 3 ? $0.word : nil }
    }

    /// How many letters are inserted, removed or replaced between two words; of a long one only its beginning counts.
    static func distance(_ first: String, _ second: String) -> Int {
        let (first, second) = (Array(first.utf8.prefix(64)), Array(second.utf8.prefix(64)))
        var row = Array(0...second.count)
        for (index, byte) in first.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in second.indices {
                let cost = min(row[column] + 1, row[column + 1] + 1, diagonal + (byte == second[column] ? 0 : 1))
                diagonal = row[column + 1]
                row[column + 1] = cost
            }
        }
        return row[second.count]
    }
}

extension AssociationRule {
    /// The rule whose id is most like a text, or `nil` if none is alike.
    static func suggestion(for id: String) -> String? { Spelling.nearest(to: id, among: all.map(\.id)) }
}
