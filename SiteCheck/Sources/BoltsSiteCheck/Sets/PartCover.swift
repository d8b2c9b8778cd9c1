/// Determines which patterns for a part of URLs match everything that other patterns match.
///
/// One automaton of all patterns finds those that match each of a few samples of a pattern; no others can cover that pattern. A
/// step-by-step check proves most of these candidates; the remaining ones are compared in pairs, as sets.
struct PartCover {
    private static let maximumOperations = 50_000

    private let patterns: [LinkPattern]
    private let grammar: PartGrammar
    private let budget: CoverBudget
    /// The automaton of all patterns, created when it is first needed; an inner `nil` if there are too many or they are too
    /// long.
    private var automaton: PartAutomaton??
    private var alphabet: PatternAlphabet?
    /// The patterns that can cover a pattern; an inner `nil` if they are not known.
    private var candidates: [Int: Set<Int>?] = [:]
    /// The number of cached candidates; beyond the maximum, candidates are computed each time.
    private var keptCandidates = 0
    private static let maximumKeptCandidates = 20_000
    private var known: [Pair: Bool] = [:]
    /// The patterns by the characters before their first wildcard, computed when they are first needed.
    private var byStart: [[UInt32]: [Int]]?
    /// The maximum length of the characters before a wildcard that are compared.
    private static let maximumStart = 256

    private struct Pair: Hashable {
        var first: Int
        var second: Int
    }

    init(_ patterns: [LinkPattern], _ grammar: PartGrammar, _ budget: CoverBudget) {
        self.patterns = patterns
        self.grammar = grammar
        self.budget = budget
    }

    /// Returns the patterns that match every sample of a pattern, so they may cover it, or `nil` if they are not known.
    mutating func candidates(for index: Int) -> Set<Int>? {
        if let known = candidates[index] { return known }
        let found = matchingAllSamples(of: index)
        keptCandidates += 1 + (found?.count ?? 0)
        if keptCandidates > Self.maximumKeptCandidates {
            candidates = [:]
            keptCandidates = 1 + (found?.count ?? 0)
        }
        candidates[index] = .some(found)
        return found
    }

    /// Returns the patterns that a step-by-step check may prove to cover a pattern: those that share a prefix of it.
    mutating func candidatesByStart(for index: Int) -> [Int] {
        if byStart == nil {
            byStart = Dictionary(grouping: patterns.indices) { Self.start(patterns[$0]) }
        }
        let start = Self.start(patterns[index])
        guard let byStart, budget.spend(steps: start.count + 1) else { return [] }
        return (0...start.count).flatMap { byStart[Array(start[..<$0])] ?? [] }
    }

    /// The characters before the first wildcard, in lower case.
    private static func start(_ pattern: LinkPattern) -> [UInt32] {
        var start: [UInt32] = []
        for step in pattern.steps.prefix(maximumStart) {
            guard case .character(let value) = step else { break }
            start.append((0x41...0x5A).contains(value) ? value | 0x20 : value)
        }
        return start
    }

    /// Returns whether a pattern matches everything that another one matches, or `nil` if that is not decided.
    ///
    /// If either pattern matches nothing, the result is unspecified.
    mutating func covers(_ index: Int, _ other: Int) -> Bool? {
        if index == other || isEverything(patterns[index]) { return true }
        let candidates = candidates(for: other)
        if let candidates, !candidates.contains(index) { return false }
        if patterns[index].certainlyCovers(patterns[other], budget) { return true }
        guard candidates != nil else { return nil }
        let pair = Pair(first: index, second: other)
        if let known = known[pair] { return known }
        guard let found = compare(index, other) else { return nil }
        known[pair] = found
        return found
    }

    func isEverything(_ index: Int) -> Bool { isEverything(patterns[index]) }

    private func isEverything(_ pattern: LinkPattern) -> Bool {
        if pattern.matchesEverything { return true }
        return grammar.beginsWithSlash && !pattern.requiresPresence && !pattern.comparesMissingPath
            && pattern.steps == [.character(UInt32(UInt8(ascii: "/"))), .anything]
    }

    private mutating func matchingAllSamples(of index: Int) -> Set<Int>? {
        if automaton == nil {
            alphabet = PatternAlphabet(patterns)
            automaton = .some(
                alphabet.flatMap { PartAutomaton(patterns, $0, grammar, maximumOperations: Self.maximumOperations) }
            )
        }
        guard let alphabet, case .some(.some(var automaton)) = automaton else { return nil }
        // The automaton is moved out and back, so that it is not copied.
        self.automaton = .some(nil)
        defer { self.automaton = .some(automaton) }
        let hasWritten = patterns.contains { !$0.decodes }
        let samples = PatternSamples(patterns[index], alphabet, grammar).spellings(escapesAll: hasWritten)
        var found: Set<Int>?
        for sample in samples {
            guard budget.workOfOneComparison > 0 else { return nil }
            let work = automaton.work
            let matching = automaton.patterns(matching: sample, maximumWork: budget.workOfOneComparison)
            budget.spend(work: automaton.work - work + sample.count)
            guard let matching, matching.contains(Int32(index)) else { continue }
            let indices = Set(matching.map(Int.init))
            found = found?.intersection(indices) ?? indices
            if found?.count == 1 { break }
        }
        return found
    }

    private func compare(_ index: Int, _ other: Int) -> Bool? {
        let first = patterns[index]
        let second = patterns[other]
        if first.requiresPresence, !second.requiresPresence, second.matchesEmpty { return false }
        guard budget.workOfOneComparison > 0, let alphabet = PatternAlphabet([first, second]),
            var automaton = PartAutomaton([first, second], alphabet, grammar, maximumOperations: 4_000)
        else { return nil }
        let classes = automaton.classes(maximumStates: 1_500, maximumWork: budget.workOfOneComparison)
        // The steps of both patterns measure the cost of preparing the automaton.
        budget.spend(work: automaton.work + first.steps.count + second.steps.count)
        guard let classes else { return nil }
        return classes.contains { $0.patterns == [0, 1] } && !classes.contains { $0.patterns == [1] }
    }
}
