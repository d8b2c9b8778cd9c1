/// Finds the rules of an entry that other rules make unreachable or redundant.
enum AppleCoverCheck {
    static func check(_ entry: AppleEntry, _ budget: inout MatchBudget, _ collector: inout FindingCollector) {
        let rules = entry.rules
        guard !rules.isEmpty else { return }
        let lastAllowing = rules.lastIndex { !$0.excludes }
        if lastAllowing == nil { collector.add(.aasaOnlyExcludes, entry.node) }
        for index in rules.indices {
            guard !budget.isExhausted, !collector.isFull else { return }
            check(index, of: rules, lastAllowing: lastAllowing, &budget, &collector)
        }
    }

    private static func check(
        _ index: Int,
        of rules: [AppleRule],
        lastAllowing: Int?,
        _ budget: inout MatchBudget,
        _ collector: inout FindingCollector
    ) {
        let rule = rules[index]
        if isVoid(rule) { return }
        if let earlier = rules[..<index].firstIndex(where: { covers($0, rule, &budget) }) {
            let position = rules[earlier].node.place.position
            if rules[earlier].excludes != rule.excludes {
                let other = UniversalLinkRule(rules[earlier])
                let text = other.excludes ? other.exclusion : other.summary
                let message = "The rule at \(position), \(text), covers this one, so that it is never read."
                collector.add(.aasaUnreachableRule, rule.node, message)
                if isSlashStar(rules[earlier], rule) { collector.add(.aasaSlashStar, rules[earlier].node) }
            } else if !(lastAllowing.map { index > $0 } ?? false) || !rule.excludes {
                collector.add(.aasaRedundantRule, rule.node, "The rule at \(position) covers this one.")
            } else {
                collector.add(.aasaExcludeWithoutEffect, rule.node)
            }
            return
        }
        if let lastAllowing, rule.excludes, index > lastAllowing {
            collector.add(.aasaExcludeWithoutEffect, rule.node)
            return
        }
        for later in rules.indices[(index + 1)...] {
            guard rules[later].excludes == rule.excludes, !budget.isExhausted else { return }
            if covers(rules[later], rule, &budget), !covers(rule, rules[later], &budget) {
                let position = rules[later].node.place.position
                collector.add(.aasaRedundantRule, rule.node, "The rule at \(position) covers this one.")
                return
            }
        }
    }

    /// Whether a rule cannot match anything, which is reported elsewhere.
    private static func isVoid(_ rule: AppleRule) -> Bool { rule.path?.defect != nil || rule.fragment?.defect != nil }

    /// Whether an earlier path is a later one with a star after its slash.
    private static func isSlashStar(_ earlier: AppleRule, _ later: AppleRule) -> Bool {
        guard let first = earlier.path?.compiled, let second = later.path?.compiled else { return false }
        return first.shape == .prefix && second.shape == .exact && first.literalPrefix == second.literalPrefix
            && second.literalPrefix.count > 1
    }

    /// Whether an earlier rule matches every URL that a later rule matches.
    static func covers(_ earlier: AppleRule, _ later: AppleRule, _ budget: inout MatchBudget) -> Bool {
        guard budget.spend(1) else { return false }
        let isSameForm = earlier.form.decodes == later.form.decodes
        if let path = earlier.path?.compiled, !PatternCover.isEveryPath(path) {
            guard isSameForm, let other = later.path?.compiled,
                PatternCover.covers(path, other, &budget)
            else { return false }
        }
        guard covers(earlier.fragment, later.fragment, isSameForm: isSameForm, &budget) else { return false }
        switch earlier.query {
        case .anything: return true
        case .whole(let pattern):
            guard case .whole(let other) = later.query else { return pattern.compiled.shape == .anything }
            return covers(pattern, other, isSameForm: isSameForm, &budget)
        case .items(let items):
            var others: [AppleRule.Item] = []
            if case .items(let list) = later.query { others = list }
            guard items.count <= 32, others.count <= 32 else { return false }
            return items.allSatisfy { item in
                let other = others.first { $0.name == item.name }
                return covers(item.pattern, other?.pattern, isSameForm: isSameForm, &budget)
            }
        }
    }

    private static func covers(
        _ earlier: ApplePattern?,
        _ later: ApplePattern?,
        isSameForm: Bool,
        _ budget: inout MatchBudget
    ) -> Bool {
        guard let pattern = earlier?.compiled, pattern.shape != .anything else { return true }
        guard let other = later?.compiled, isSameForm else { return false }
        return PatternCover.covers(pattern, other, &budget)
    }
}
