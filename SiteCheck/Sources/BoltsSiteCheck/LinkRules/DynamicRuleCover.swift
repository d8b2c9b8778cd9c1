@_spi(Bolts) import BoltsAssociations

/// Finds dynamic rules that match everything that another rule matches, in both readings of Android's rules.
///
/// If it is unknown how the published source code reads a rule, the rule is compared only by Google's documentation.
struct DynamicRuleCover {
    private var documented: RuleCover
    private var published: RuleCover?
    /// Whether a rule never matches according to the published source code.
    private let neverHolds: [Bool]

    init(_ rules: DynamicRules, _ budget: CoverBudget) {
        let links = AndroidLinkRules(rules)
        documented = RuleCover(links.documented.rules, budget)
        neverHolds = links.published.rules.map { $0.path?.steps == [.never] }
        published = links.published.isComparable ? RuleCover(links.published.rules, budget) : nil
    }

    /// Returns the first of some rules that certainly matches every URL that another one matches, or `nil` if none does.
    mutating func firstCovering(_ other: Int, among indices: Range<Int>) -> Int? {
        guard published != nil, !neverHolds[other] else { return documented.firstCovering(other, among: indices) }
        // Copied out and back, because the closure must not capture a value that is being changed.
        var published = published
        self.published = nil
        defer { self.published = published }
        return documented.firstCovering(other, among: indices) { index, _ in
            published?.covers(index, other) ?? true
        }
    }
}
