import ArgumentParser
import BoltsBase
import BoltsSiteCheck

enum Spelling {
    static func nearest(to word: String, among known: [String]) -> String? {
        let distances = known.map { (word: $0, distance: EditDistance.between(letters(word), letters($0))) }
        let near = distances.min { $0.distance < $1.distance }
        return near.flatMap { $0.distance <= 3 ? $0.word : nil }
    }

    /// Only the beginning of a long word is compared.
    private static func letters(_ word: String) -> [UInt8] { Array(word.utf8.prefix(64)) }
}

extension AssociationRule {
    static func suggestion(for id: String) -> String? { Spelling.nearest(to: id, among: all.map(\.id)) }

    /// Refuses values of `--disable` that are not rule ids.
    static func check(disabled ids: [String]) throws {
        for id in ids where rule(id) == nil {
            throw ValidationError("--disable takes the id of a rule, such as aasa-missing; there is no rule \(id).")
        }
    }
}
