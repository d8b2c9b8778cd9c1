/// The rules that were removed from a list, if the list is otherwise unchanged.
struct RuleRemoval {
    private let rules: [LinkRule]
    private let isKept: [Bool]

    /// Compares two lists; returns `nil` if the later list is not the earlier one without some rules.
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

    /// Whether each removed rule is certainly superfluous: an earlier kept rule matches all its links, or a later one does with
    /// no rule of the opposite action in between.
    ///
    /// Each proof uses only kept rules, so all of them are valid together.
    func changesNothing() -> Bool {
        var cover = RuleCover(rules, CoverBudget())
        // For each rule, the index of the next rule with the opposite action.
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
