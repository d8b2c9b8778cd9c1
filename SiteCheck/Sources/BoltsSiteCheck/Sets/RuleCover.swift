/// Determines which rules of a list match everything that other rules match, and finds a link that two rules match.
///
/// The parts of a URL are independent, so a rule covers another one if it covers it in each part.
struct RuleCover {
    private struct Parts {
        var path: Int
        var fragment: Int
        /// The number of the pattern for the whole query, or of the pattern that matches everything.
        var query: Int
        var items: [Int]
    }

    private let rules: [LinkRule]
    private let parts: [Parts]
    private let rulesByPath: [[Int]]
    /// The rules whose pattern obviously matches every path.
    private let everyPath: [Int]
    private let budget: CoverBudget
    private var paths: PartCover
    private var fragments: PartCover
    private var queries: PartCover
    private var values: PartCover

    /// The number of the pattern that matches everything.
    private static let everything = 0

    init(_ rules: [LinkRule], _ budget: CoverBudget) {
        var everything = PatternNumbers()
        _ = everything.number(LinkPattern([.anything], decodes: true))
        var (paths, fragments, queries, values) = (everything, everything, everything, everything)
        parts = rules.map { rule in
            var parts = Parts(
                path: rule.path.map { paths.number($0) } ?? Self.everything,
                fragment: rule.fragment.map { fragments.number($0) } ?? Self.everything,
                query: Self.everything,
                items: []
            )
            switch rule.query {
            case .anything: break
            case .whole(let pattern): parts.query = queries.number(pattern)
            case .items(let items): parts.items = items.map { values.number($0.pattern) }
            }
            return parts
        }
        var rulesByPath = [[Int]](repeating: [], count: paths.patterns.count)
        for (index, part) in parts.enumerated() { rulesByPath[part.path].append(index) }
        self.rulesByPath = rulesByPath
        self.rules = rules
        self.budget = budget
        let pathCover = PartCover(paths.patterns, .path, budget)
        everyPath = parts.indices.filter { [parts] in pathCover.isEverything(parts[$0].path) }
        self.paths = pathCover
        self.fragments = PartCover(fragments.patterns, .fragment, budget)
        self.queries = PartCover(queries.patterns, .query, budget)
        self.values = PartCover(values.patterns, .value, budget)
    }

    /// Returns the first of some rules that meets a condition and certainly matches every URL that another one matches, or
    /// `nil` if none does.
    mutating func firstCovering(
        _ other: Int,
        among indices: Range<Int>,
        where condition: (Int, inout RuleCover) -> Bool = { _, _ in true }
    ) -> Int? {
        func isFound(_ index: Int, _ cover: inout RuleCover) -> Bool {
            index != other && cover.covers(index, other) && condition(index, &cover)
        }
        guard !budget.isExhausted else { return nil }
        // A rule for every path needs no samples.
        let wide = everyPath.first { indices.contains($0) && isFound($0, &self) }
        let rest = indices.lowerBound..<(wide ?? indices.upperBound)
        guard !rest.isEmpty else { return wide }
        let path = parts[other].path
        let candidates = paths.candidates(for: path) ?? Set(paths.candidatesByStart(for: path))
        let found = candidates.union([path]).flatMap { rulesByPath[$0] }
        for index in found.sorted() where rest.contains(index) {
            if budget.isExhausted { return nil }
            if isFound(index, &self) { return index }
        }
        return wide
    }

    /// Whether a rule certainly matches every URL that another one matches.
    mutating func covers(_ index: Int, _ other: Int) -> Bool {
        guard budget.spend(steps: 1) else { return false }
        let first = parts[index]
        let second = parts[other]
        guard paths.covers(first.path, second.path) == true,
            fragments.covers(first.fragment, second.fragment) == true
        else { return false }
        return coversQuery(index, other) ?? false
    }

    /// Returns the most readable link that a rule matches and that the rules before it open, with the deciding one; `nil` if
    /// none exists or none was found within the limits.
    func linkOpened(before index: Int) -> (link: String, rule: Int)? {
        let earlier = LinkRules(Array(rules[..<index]))
        let groups = compare(earlier, Self.opening(rules[index]))?.groups ?? []
        guard let group = groups.first(where: { $0.opens == [true, true] }), let rule = group.rules[0] else {
            return nil
        }
        return (group.spelling, rule)
    }

    /// A list of one rule that opens its links, regardless of the rule's action.
    private static func opening(_ rule: LinkRule) -> LinkRules {
        var rule = rule
        rule.opens = true
        return LinkRules([rule])
    }

    // MARK: - Queries

    /// Returns whether a rule's conditions on the query are met whenever another rule's are; `nil` if not decided.
    private mutating func coversQuery(_ index: Int, _ other: Int) -> Bool? {
        let first = rules[index].query
        let second = rules[other].query
        if first == second { return true }
        guard case .items(let items) = first else {
            guard case .items = second else { return queries.covers(parts[index].query, parts[other].query) }
            // A pattern for the whole query and patterns for items could only be compared in a common automaton.
            return parts[index].query == Self.everything
        }
        var others: [LinkRule.Item] = []
        switch second {
        case .anything: break
        case .whole:
            guard budget.spend(steps: items.count) else { return nil }
            return items.allSatisfy(Self.isVoid)
        case .items(let found): others = found
        }
        for (position, item) in items.enumerated() where !Self.isVoid(item) {
            guard budget.spend(steps: others.count + 1) else { return nil }
            let same = others.indices.filter { others[$0].name == item.name }
            let holds: Bool?
            switch same.count {
            case 0 where !items.contains(where: Self.isEscaped) && !others.contains(where: Self.isEscaped):
                // A URL need not contain the item; if it does, any value is possible.
                holds =
                    item.occurrence == .everyOrEmpty
                    ? values.covers(parts[index].items[position], Self.everything) : false
            case 1
            where others[same[0]].occurrence == item.occurrence
                && others[same[0]].pattern.decodes == item.pattern.decodes:
                holds = values.covers(parts[index].items[position], parts[other].items[same[0]])
            default: return compareQueries(first, second)
            }
            guard holds == true else { return holds }
        }
        return true
    }

    /// Whether every query meets the condition on an item.
    private static func isVoid(_ item: LinkRule.Item) -> Bool {
        item.occurrence == .everyOrEmpty && item.pattern.matchesEverything
    }

    /// Whether another name can mean the same item.
    private static func isEscaped(_ item: LinkRule.Item) -> Bool { item.name.contains(UInt8(ascii: "%")) }

    private func compareQueries(_ first: LinkRule.Query, _ second: LinkRule.Query) -> Bool? {
        let lists = [first, second].map { LinkRules([LinkRule(path: nil, query: $0, opens: true)]) }
        guard let result = compare(lists[0], lists[1]) else { return nil }
        if result.groups.contains(where: { $0.opens == [false, true] }) { return false }
        return result.isComplete && result.groups.contains { $0.opens == [true, true] } ? true : nil
    }

    private func compare(_ first: LinkRules, _ second: LinkRules) -> LinkComparison.Result? {
        guard budget.workOfOneComparison > 0 else { return nil }
        var limits = LinkComparison.Limits()
        limits.states = 1_500
        limits.operations = 4_000
        limits.combinations = 512
        limits.totalCombinations = 4_000
        limits.work = budget.workOfOneComparison
        let result = LinkComparison([first, second], limits: limits).result()
        // Preparing the comparison has a cost too.
        budget.spend(work: result.work + 1_000)
        return result
    }
}

/// The remaining budget of all comparisons of a file's rules; comparisons beyond it are not decided.
final class CoverBudget {
    /// The steps of patterns that are compared in pairs.
    private(set) var steps: Int
    /// The work limit for automata, in the units of ``LinkComparison``.
    private var work: Int

    init(steps: Int = 20_000_000, work: Int = 2_000_000) {
        self.steps = steps
        self.work = work
    }

    /// Whether the budget of steps is spent, so nothing more is compared.
    var isExhausted: Bool { steps < 0 }

    /// The budget of one more comparison of sets; 0 if no more is made.
    var workOfOneComparison: Int { max(0, min(work, 20_000)) }

    func spend(steps count: Int) -> Bool {
        steps -= count
        return steps >= 0
    }

    func spend(work count: Int) { work -= count }

    /// The work beyond the budget, which only the last comparison can cause.
    var overdraft: Int { max(0, -work) }
}
