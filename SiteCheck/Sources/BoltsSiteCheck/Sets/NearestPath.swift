/// The nearest path to a given one among those that rules open.
///
/// It is the shortest way through the product of the rules' automaton and the edits of the path: a letter that is changed,
/// inserted or deleted.
struct NearestPath: Sendable, Hashable {
    struct Limits: Sendable {
        /// The maximum number of differing letters; the path must have at least four times as many letters.
        var edits = 3
        /// The maximum number of pairs of a state and a place in the path.
        var nodes = 20_000
        /// The maximum number of steps of all patterns.
        var operations = 8_000
        /// The work limit for automata, in the units of ``LinkComparison``.
        var work = 400_000
    }

    enum Answer: Sendable, Hashable {
        case found(NearestPath)
        /// The rules open no path with so few differing letters.
        case none
        case notDecided
    }

    /// The path as written in a link.
    let spelling: String
    /// The size of the difference: 4 for a letter, 1 for a difference only in letter case.
    let difference: Int
    /// The index of the rule that opens it.
    let rule: Int

    static func find(_ path: String, _ rules: [LinkRule], limits: Limits = Limits()) -> Answer {
        let everything = LinkPattern([.anything], decodes: true)
        let patterns = rules.map { $0.path ?? everything }
        guard let alphabet = PatternAlphabet(patterns),
            var automaton = PartAutomaton(patterns, alphabet, .path, maximumOperations: limits.operations)
        else { return .notDecided }
        let opens = rules.map(\.opens)
        let edits = min(limits.edits, max(1, path.utf8.count / 4))
        let search = automaton.nearest(
            to: Array(path.utf8),
            maximumDifference: edits * PartAutomaton.editDifference,
            maximumNodes: limits.nodes,
            maximumWork: limits.work,
            where: { $0.first.map { opens[Int($0)] } ?? false }
        )
        switch search {
        case .givenUp: return .notDecided
        case .none: return .none
        case .found(let best):
            guard let rule = best.patterns.first else { return .none }
            return .found(
                NearestPath(
                    spelling: String(decoding: best.spelling, as: UTF8.self),
                    difference: best.difference,
                    rule: Int(rule)
                )
            )
        }
    }
}
