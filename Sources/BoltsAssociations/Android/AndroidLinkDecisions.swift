/// The decisions about one URL for several packages, by the statements of a site.
///
/// All decisions share one limit of comparisons, so a file with a hundred packages costs no more than a file with one.
@_spi(Bolts) public struct AndroidLinkDecisions: Sendable {
    private let statements: [AssetStatement]
    /// The parts of the URL, or `nil` if it is not an http or https URL.
    private let text: WebURLText?
    private let systemText: SystemURLText?
    private var budget: MatchBudget

    /// Creates the decisions about a URL, as it was written, from a site's valid statements, with at most `steps` comparisons in
    /// all.
    @_spi(Bolts) public init(_ statements: [AssetStatement], url: String, steps: Int = 20_000_000) {
        self.statements = statements
        text = WebURLText(url)
        systemText = text?.system
        budget = MatchBudget(steps: steps)
    }

    /// Decides for a package, as ``AssetLinks/decision(for:package:fingerprint:)`` does.
    @_spi(Bolts) public mutating func decision(package: String, fingerprint: String? = nil) -> AndroidLinkDecision {
        guard let text, let systemText else { return AndroidLinkDecision(.notWebURL, .noMatch) }
        var other: AssetStatement?
        var plain: AssetStatement?
        for statement in statements where statement.relations.contains(.handleAllURLs) {
            guard case .androidApp(package, let fingerprints) = statement.target else { continue }
            if let fingerprint, !fingerprints.contains(where: { $0.description == fingerprint }) {
                other = other ?? statement
                continue
            }
            guard let node = DynamicRules.node(in: statement.node) else {
                plain = plain ?? statement
                continue
            }
            return decision(text, systemText, node, statement)
        }
        if let plain { return AndroidLinkDecision(.statement, .match, at: plain.node, in: plain) }
        if let other { return AndroidLinkDecision(.certificateMismatch, .noMatch, at: other.node, in: other) }
        return AndroidLinkDecision(.notAssociated, .noMatch)
    }

    /// Decides by the dynamic rules of a statement.
    private mutating func decision(
        _ text: WebURLText,
        _ systemText: SystemURLText,
        _ node: JSONNode,
        _ statement: AssetStatement
    ) -> AndroidLinkDecision {
        let rules: DynamicRules
        do throws(DynamicRules.Defect) {
            rules = try DynamicRules(node)
        } catch {
            let defect = error.message
            return AndroidLinkDecision(.dynamicRulesDiscarded, .match, at: error.node, in: statement, defect: defect)
        }
        let rule = rules.firstMatch(text, &budget)
        if budget.isExhausted { return AndroidLinkDecision(.tooComplex, .exclude, at: node, in: statement) }
        var decision =
            if let rule {
                AndroidLinkDecision(
                    .dynamicRule,
                    rule.excludes ? .exclude : .match,
                    at: rule.node,
                    in: statement,
                    rule: true
                )
            } else {
                AndroidLinkDecision(.noDynamicRule, .exclude, at: node, in: statement)
            }
        decision.note(systemAllows: rules.systemAllows(systemText, &budget))
        return decision
    }
}
