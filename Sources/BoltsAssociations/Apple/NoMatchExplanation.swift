import Foundation

extension AppSiteAssociation {
    /// How many rules are compared in other forms.
    private static let maximumComparisons = 500

    /// Says why none of the rules for an app matches a URL, by the rule that comes nearest to it.
    ///
    /// - Parameters:
    ///   - url: The URL that is followed.
    ///   - app: The app's identifier.
    /// - Returns: One or more sentences.
    func noMatchExplanation(for url: URL, app: String) -> String {
        let trace = decision(for: url, app: app, tracing: true).trace
        let allowing = trace.filter { !$0.rule.excludes }
        guard let first = allowing.first else {
            return trace.isEmpty ? "The app's entry has no rules." : "All rules for the app exclude URLs."
        }
        if trace.count == 1 {
            let hint = hint(for: first.rule.rule, url).map { " " + $0 } ?? ""
            return "The only rule for the app does not match. \(first.mismatch.explanation)\(hint)"
        }
        let count = "None of the \(trace.count) rules for the app matches"
        for step in allowing.prefix(Self.maximumComparisons) {
            guard let hint = hint(for: step.rule.rule, url) else { continue }
            return "\(count). Nearest is the rule at \(step.rule.place.position). \(step.mismatch.explanation) \(hint)"
        }
        if let near = allowing.first(where: { $0.mismatch.part != .path }) {
            return "\(count). Nearest is the rule at \(near.rule.place.position). \(near.mismatch.explanation)"
        }
        return "\(count) the path \(Clip.quoted(first.mismatch.value ?? ""))."
    }

    /// Says how a rule would have to compare to match a URL, or returns `nil` if that would not help.
    private func hint(for rule: AppleRule, _ url: URL) -> String? {
        let form = rule.form
        var candidates: [(form: ComparedForm, hint: String)] = []
        if !form.foldsCase {
            let folded = ComparedForm(foldsCase: true, decodes: form.decodes)
            candidates.append((folded, "It would match if letter case did not matter."))
        }
        let other = ComparedForm(foldsCase: form.foldsCase, decodes: !form.decodes)
        let reason =
            form.decodes
            ? "It would match without \"percentEncoded\": false, which decodes the URL but not the pattern."
            : "It would match if the URL were decoded first; write the pattern as the URL is encoded."
        candidates.append((other, reason))
        return candidates.first { matches(rule, in: $0.form, url) }?.hint
    }

    private func matches(_ rule: AppleRule, in form: ComparedForm, _ url: URL) -> Bool {
        var variables = SubstitutionVariables(file.document.root["applinks"]?["substitutionVariables"])
        let other = rule.compiled(in: form, &variables)
        var text = url.absoluteString
        return text.withUTF8 { bytes in
            guard let parts = URLParts(bytes) else { return false }
            var compared = ComparedText(bytes, parts: parts)
            var budget = MatchBudget(steps: 100_000)
            return other.mismatch(&compared, variables.compiled, &budget) == nil && !budget.isExhausted
        }
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
