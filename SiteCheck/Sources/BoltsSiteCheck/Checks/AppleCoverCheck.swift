@_spi(Bolts) import BoltsAssociations

/// Finds the rules of an entry that other rules make unreachable or redundant.
enum AppleCoverCheck {
    static let maximumComparisons = 8
    private static let maximumRules = 100
    /// The maximum number of steps of an entry's patterns with their variables expanded; larger entries are not compared.
    static let maximumSteps = 200_000

    static func check(
        _ entry: AppleEntry,
        of file: AppleFile,
        _ budget: CoverBudget,
        _ comparisons: inout Int,
        _ collector: inout FindingCollector
    ) {
        let rules = entry.rules
        guard !rules.isEmpty else { return }
        let lastAllowing = rules.lastIndex { !$0.excludes }
        if lastAllowing == nil { collector.add(.aasaOnlyExcludes, entry.node) }
        guard file.writtenOutStepCount(entry) <= maximumSteps else { return }
        var cover = RuleCover(file.linkRules(entry).rules, budget)
        var isReported = rules.map { _ in false }
        for index in rules.indices {
            guard !budget.isExhausted, !collector.isFull else { return }
            isReported[index] = check(index, of: rules, lastAllowing: lastAllowing, &cover, &collector)
        }
        checkTogether(entry, of: file, isReported, &comparisons, &collector)
    }

    /// Finds the rules that never decide because several others together match all their links.
    private static func checkTogether(
        _ entry: AppleEntry,
        of file: AppleFile,
        _ isReported: [Bool],
        _ comparisons: inout Int,
        _ collector: inout FindingCollector
    ) {
        let rules = entry.rules
        guard comparisons > 0, (3...maximumRules).contains(rules.count) else { return }
        comparisons -= 1
        var limits = LinkComparison.Limits()
        limits.states = 1_500
        limits.operations = 8_000
        limits.totalCombinations = 8_000
        limits.work = 100_000
        let list = file.linkRules(entry)
        let result = LinkComparison([list], limits: limits).result()
        guard result.isComplete else { return }
        let deciding = Set(result.groups.compactMap { $0.rules[0] })
        for index in rules.indices where !isReported[index] && !deciding.contains(index) && !isVoid(rules[index]) {
            guard comparisons > 0, !collector.isFull else { return }
            comparisons -= 1
            var alone = list.rules[index]
            alone.opens = true
            let both = LinkComparison([list, LinkRules([alone])], limits: limits).result()
            let groups = both.groups.filter { $0.opens[1] }
            let instead = Set(groups.compactMap { $0.rules[0] }).sorted()
            // If rules cover each other, only some of them can be removed.
            guard both.isComplete, let first = instead.first, !instead.contains(where: { isReported[$0] }) else {
                continue
            }
            let places = instead.prefix(3).map { "\(rules[$0].node.place.position)" }.joined(separator: ", ")
            let more = instead.count > 3 ? " and \(instead.count - 3) more" : ""
            let link = groups.first { $0.rules[0] == first }?.spelling ?? "/"
            let message =
                "The rules at \(places)\(more) together cover this one, so it is never read; "
                + "the first decides about \(Clip.clip(link))."
            let isOpposed = instead.contains { rules[$0].excludes != rules[index].excludes }
            collector.add(isOpposed ? .aasaUnreachableRule : .aasaRedundantRule, rules[index].node, message)
        }
    }

    /// Whether a rule is written for every link.
    static func isOfEveryLink(_ rule: JSONNode) -> Bool {
        let stars = ["*", "/*"]
        if let text = rule.string { return stars.contains { text == "NOT \($0)" || text == $0 } }
        return rule["?"] == nil && rule["#"] == nil && rule["/"].map { stars.contains($0.string ?? "") } ?? true
    }

    /// Compares a rule with each of the others; returns `true` if something was reported, or if the rule cannot match anything.
    private static func check(
        _ index: Int,
        of rules: [AppleRule],
        lastAllowing: Int?,
        _ cover: inout RuleCover,
        _ collector: inout FindingCollector
    ) -> Bool {
        let rule = rules[index]
        if isVoid(rule) { return true }
        let own = text(UniversalLinkRule(rule))
        if let earlier = cover.firstCovering(index, among: 0..<index) {
            let position = rules[earlier].node.place.position
            if rules[earlier].excludes != rule.excludes {
                let other = UniversalLinkRule(rules[earlier])
                if other.excludes, !absentStars(in: rules[earlier].node).isEmpty {
                    collector.add(
                        .aasaUnreachableRule,
                        rule.node,
                        "The exclusion at \(position) also takes links without the item, because * matches an absent "
                            + "one, so this rule is never read.",
                        fix: "Write ?* in place of * there."
                    )
                    return true
                }
                let message = "The rule at \(position), \(text(other)), covers this one (\(own)), so it is never read."
                let fix =
                    "Remove the rule at \(position), unless it is meant: it excludes every link, and the first rule that matches decides."
                let isEvery = other.excludes && isOfEveryLink(rules[earlier].node)
                collector.add(.aasaUnreachableRule, rule.node, message, fix: isEvery ? fix : nil)
                if isSlashStar(rules[earlier], rule) { collector.add(.aasaSlashStar, rules[earlier].node) }
            } else if !(lastAllowing.map { index > $0 } ?? false) || !rule.excludes {
                collector.add(.aasaRedundantRule, rule.node, "The rule at \(position) covers this one (\(own)).")
            } else {
                collector.add(.aasaExcludeWithoutEffect, rule.node)
            }
            return true
        }
        if let lastAllowing, rule.excludes, index > lastAllowing {
            collector.add(.aasaExcludeWithoutEffect, rule.node, lateness(index, of: rules, cover))
            return true
        }
        let next = rules[index...].firstIndex { $0.excludes != rule.excludes } ?? rules.endIndex
        let later = cover.firstCovering(index, among: index + 1..<next) { later, cover in !cover.covers(index, later) }
        guard let later else { return false }
        let position = rules[later].node.place.position
        collector.add(.aasaRedundantRule, rule.node, "The rule at \(position) covers this one (\(own)).")
        return true
    }

    /// A rule as the file states it, on one line.
    private static func text(_ rule: UniversalLinkRule) -> String { rule.excludes ? rule.exclusion : rule.summary }

    /// Returns a sentence about a link that the rules before an exclusion open, or `nil` if they open none that it excludes.
    private static func lateness(_ index: Int, of rules: [AppleRule], _ cover: RuleCover) -> String? {
        guard let (link, earlier) = cover.linkOpened(before: index) else { return nil }
        let position = rules[earlier].node.place.position
        return "The exclusion comes after the rule at \(position), which opens \(Clip.clip(link))."
    }

    /// Whether a rule cannot match anything, which is reported elsewhere.
    private static func isVoid(_ rule: AppleRule) -> Bool { rule.path?.defect != nil || rule.fragment?.defect != nil }

    /// The patterns of a component that are a single star, which also matches absent parts.
    static func absentStars(in component: JSONNode) -> [JSONNode] {
        guard component.isObject else { return [] }
        let items = (component["?"]?.children).map(Array.init) ?? []
        return (items + [component["#"]].compactMap(\.self)).filter { $0.string == "*" }
    }

    /// Whether an earlier path is a later one with a star after its slash.
    static func isSlashStar(_ earlier: AppleRule, _ later: AppleRule) -> Bool {
        guard let first = earlier.path?.compiled, let second = later.path?.compiled else { return false }
        return first.shape == .prefix && second.shape == .exact && first.literalPrefix == second.literalPrefix
            && second.literalPrefix.count > 1
    }
}
