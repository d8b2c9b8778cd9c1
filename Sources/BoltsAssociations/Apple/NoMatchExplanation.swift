/// Explains why no rule of a file matches a URL, for several apps.
///
/// Apps of one entry share one explanation. All explanations share a limit of comparisons.
@_spi(Bolts) public struct NoMatchExplanation {
    /// How many rules of an entry are compared in other forms.
    private static let maximumComparisons = 500

    private let file: AppSiteAssociation
    private let url: String
    private var variables: SubstitutionVariables
    private var budget = MatchBudget(steps: 2_000_000)
    private var known: [JSONPlace?: String] = [:]

    /// Creates the explanations for a URL.
    @_spi(Bolts) public init(_ file: AppSiteAssociation, url: String) {
        self.file = file
        self.url = url
        variables = SubstitutionVariables(file.file.document.root["applinks"]?["substitutionVariables"])
    }

    /// Explains in sentences, by the nearest rule, a decision that no rule of the entry of `app` matches.
    @_spi(Bolts) public mutating func text(of decision: UniversalLinkDecision, app: String) -> String {
        if let text = known[decision.entryPlace] { return text }
        let trace = file.decision(for: url, app: app, tracing: true).trace
        let text = text(of: trace, ruleCount: decision.entry?.rules.count ?? 0)
        known[decision.entryPlace] = text
        return text
    }

    private mutating func text(of trace: [UniversalLinkDecision.Step], ruleCount: Int) -> String {
        let allowing = trace.filter { !$0.rule.excludes }
        guard let first = allowing.first else {
            return trace.isEmpty ? "The app's entry has no rules." : "All rules for the app exclude URLs."
        }
        if ruleCount == 1 {
            let hint = hint(for: first.rule.rule).map { " " + $0 } ?? ""
            return "The only rule for the app does not match. \(first.mismatch.explanation)\(hint)"
        }
        let count = "None of the \(ruleCount) rules for the app matches"
        for step in allowing.prefix(Self.maximumComparisons) {
            guard let hint = hint(for: step.rule.rule) else { continue }
            return
                "\(count). The nearest is the rule at \(step.rule.place.position). \(step.mismatch.explanation) \(hint)"
        }
        if let near = allowing.first(where: { $0.mismatch.part != .path }) {
            return "\(count). The nearest is the rule at \(near.rule.place.position). \(near.mismatch.explanation)"
        }
        return "\(count) the path \(Clip.quoted(first.mismatch.value ?? ""))."
    }

    /// Returns a sentence that says how a rule would have to compare to match the URL, or `nil` if that would not help.
    private mutating func hint(for rule: AppleRule) -> String? {
        let form = rule.form
        let folded = ComparedForm(foldsCase: true, decodes: form.decodes)
        if !form.foldsCase, matches(rule, in: folded) { return "It would match if letter case did not matter." }
        guard matches(rule, in: ComparedForm(foldsCase: form.foldsCase, decodes: !form.decodes)) else { return nil }
        return form.decodes
            ? "It would match without \"percentEncoded\": false, which decodes the URL but not the pattern."
            : "It would match if the URL were decoded first; write the pattern as the URL is encoded."
    }

    private mutating func matches(_ rule: AppleRule, in form: ComparedForm) -> Bool {
        guard !budget.isExhausted else { return false }
        let other = rule.compiled(in: form, &variables)
        guard var compared = ComparedText(url) else { return false }
        return other.mismatch(&compared, variables.compiled, &budget) == nil && !budget.isExhausted
    }
}

extension AppleRule {
    /// Returns the rule as it would be if it compared in another form.
    fileprivate func compiled(in form: ComparedForm, _ variables: inout SubstitutionVariables) -> AppleRule {
        func pattern(_ pattern: ApplePattern, isPath: Bool = false) -> ApplePattern {
            ApplePattern(pattern.text, isPath: isPath, foldsCase: form.foldsCase, variables: &variables)
        }
        let query: Query =
            switch self.query {
            case .anything: .anything
            case .whole(let whole): .whole(pattern(whole))
            case .items(let items): .items(items.map { Item(name: $0.name, pattern: pattern($0.pattern)) })
            }
        return AppleRule(
            node: node,
            excludes: excludes,
            form: form,
            path: path.map { pattern($0, isPath: true) },
            fragment: fragment.map { pattern($0) },
            query: query
        )
    }
}
