/// The rules that one list lacks and another one has, otherwise the same in the same order.
struct RuleRemoval {
    private let rules: [LinkRule]
    private let isKept: [Bool]

    /// Compares two lists; there is no removal if the later one has a rule that the earlier one does not have at that place.
    init?(from before: LinkRules, to after: LinkRules) {
        guard before.opensOtherwise == after.opensOtherwise, before.isComparable, after.isComparable else { return nil }
        rules = before.rules
        var next = 0
        isKept = before.rules.map { rule in
            guard next < after.rules.count, after.rules[next] == rule else { return false }
            next += 1
            return true
        }
        guard next == after.rules.count else { return nil }
    }

    /// Whether each removed rule is certainly superfluous: an earlier rule that is kept takes all its links or, with nothing of the
    /// opposite action in between, a later one does.
    ///
    /// Each proof rests on kept rules alone, so that all of them hold together.
    func changesNothing() -> Bool {
        var cover = RuleCover(rules, CoverBudget())
        // The place of the next rule of the opposite action.
        var ends = [Int](repeating: rules.count, count: rules.count)
        for index in rules.indices.dropLast().reversed() {
            ends[index] = rules[index + 1].opens == rules[index].opens ? ends[index + 1] : index + 1
        }
        return rules.indices.allSatisfy { index in
            if isKept[index] { return true }
            if cover.firstCovering(index, among: 0..<index, where: { other, _ in isKept[other] }) != nil { return true }
            return cover.firstCovering(index, among: index + 1..<ends[index], where: { other, _ in isKept[other] })
                != nil
        }
    }
}
