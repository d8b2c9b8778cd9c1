/// Which dynamic rules match whatever others match, by both readings of Android's rules.
///
/// Rules that the published source text reads in a way that is not known here are compared by Google's words alone.
package struct DynamicRuleCover {
    private var documented: RuleCover
    private var published: RuleCover?
    /// Whether a rule never holds by the published source text.
    private let neverHolds: [Bool]

    /// Prepares the comparisons of some rules.
    package init(_ rules: DynamicRules, limits: RuleCover.Limits = .init()) {
        let links = AndroidLinkRules(rules)
        documented = RuleCover(links.documented.rules, limits: limits)
        neverHolds = links.published.rules.map { $0.path?.steps == [.never] }
        published = links.published.isComparable ? RuleCover(links.published.rules, limits: limits) : nil
    }

    /// Whether a rule certainly matches every URL that another one matches.
    package mutating func covers(_ index: Int, _ other: Int) -> Bool {
        guard documented.covers(index, other) else { return false }
        guard published != nil, !neverHolds[other] else { return true }
        return published?.covers(index, other) ?? true
    }
}
