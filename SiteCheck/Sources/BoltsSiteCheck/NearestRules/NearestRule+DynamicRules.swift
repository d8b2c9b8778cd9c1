@_spi(Bolts) import BoltsAssociations
import BoltsBase

extension NearestRule {
    /// Finds the dynamic rule that is nearest to an unmatched URL, or `nil` if the app has no dynamic rules or one matches.
    static func dynamic(_ statements: [AssetStatement], package: String, url: String) -> NearestRule? {
        var decisions = AndroidLinkDecisions(statements, url: url)
        guard decisions.decision(package: package).reason == .noDynamicRule, let text = WebURLText(url) else {
            return nil
        }
        for statement in statements where statement.relations.contains(.handleAllURLs) {
            guard case .androidApp(package, _) = statement.target, let node = DynamicRules.node(in: statement.node)
            else { continue }
            guard let rules = try? DynamicRules(node) else { return nil }
            return DynamicRuleSearch(rules: rules, url: URLSpelling(url), text: text).nearest
        }
        return nil
    }
}

private struct DynamicRuleSearch {
    private static let maximumRules = 200

    let rules: DynamicRules
    let url: URLSpelling
    let text: WebURLText

    var nearest: NearestRule {
        let path = String(decoding: text.path.isEmpty ? [UInt8(ascii: "/")] : text.path, as: UTF8.self)
        let allowing = rules.rules.filter { !$0.excludes }.prefix(Self.maximumRules)
        for rule in allowing where holdsBesidePath(rule) {
            if let found = corrected(rule, path) { return found }
        }
        if let found = allowing.lazy.compactMap(condition).first { return found }
        if text.path.isEmpty { return withoutPath }
        let link = nearestLink
        let pattern =
            link == nil ? PrefixForm.pattern(for: path, like: allowing.map { $0.path?.text ?? "*" }) : nil
        let change = RuleChange.addRule(
            path: pattern ?? path,
            form: .dynamicRule,
            instead: RuleChange.Alternative(link: link?.link, pattern: link.flatMap { slip($0.rule, path) })
        )
        let shown = link?.rule.path.map { "; the nearest is for \(Clip.clip($0.text))" } ?? ""
        return NearestRule(
            place: link?.rule.node.place,
            cause: "no dynamic rule allows the path \(Clip.quoted(path))\(shown)",
            change: change
        )
    }

    /// The suggestion for a URL without a path, which only a star matches.
    private var withoutPath: NearestRule {
        var budget = MatchBudget(steps: 2_000_000)
        let other = WebURLText(url.with(path: url.path))
        let rule = other.flatMap { rules.firstMatch($0, &budget) }
        let isOpen = rule?.excludes == false && other.flatMap { rules.systemAllows($0, &budget) } == true
        return NearestRule(
            place: isOpen ? rule?.node.place : nil,
            cause: "the URL has no path, and no dynamic rule allows that",
            change: .addSlash(link: url.tail, addsRule: !isOpen)
        )
    }

    /// Whether a rule's conditions other than the path are met in both of Android's readings.
    private func holdsBesidePath(_ rule: DynamicRules.Rule) -> Bool {
        var rule = rule
        rule.path = nil
        guard rule.fragment != nil || !rule.query.isEmpty else { return true }
        rule.excludes = false
        return matches(rule, text)
    }

    private func matches(_ rule: DynamicRules.Rule, _ text: WebURLText) -> Bool {
        var budget = MatchBudget(steps: 200_000)
        let alone = DynamicRules([rule], in: rules.node)
        return alone.firstMatch(text, &budget) != nil && alone.systemAllows(text, &budget) == true
    }

    /// Tries a rule with its path corrected.
    private func corrected(_ rule: DynamicRules.Rule, _ path: String) -> NearestRule? {
        guard let pattern = rule.path?.text else { return nil }
        let corrections = PathCorrections(pattern: pattern, path: path, host: url.host)
        var list: [PathCorrections.Correction] = []
        if let text = corrections.inCaseOfPath, text != pattern {
            let cause = "the path differs in letter case from \(Clip.clip(pattern))"
            list.append(PathCorrections.Correction(text: text, cause: cause))
        }
        // A rule for the folder below a path is no mistake for the path, so a rule is added instead of changed.
        list += corrections.all.filter { $0.text + "/*" != pattern }
        for correction in list where matches(rule, path: correction.text) {
            return NearestRule(place: rule.node.place, cause: correction.cause, change: .writePath(correction.text))
        }
        return nil
    }

    private func matches(_ rule: DynamicRules.Rule, path: String) -> Bool {
        var rule = rule
        rule.path = AndroidPattern(path)
        return matches(rule, text)
    }

    /// Explains a rule whose path matches but whose other condition does not.
    private func condition(_ rule: DynamicRules.Rule) -> NearestRule? {
        if let path = rule.path, !path.matches(text.path) { return nil }
        func result(_ cause: String, _ change: RuleChange) -> NearestRule {
            NearestRule(place: rule.node.place, cause: cause, change: change)
        }
        if let fragment = rule.fragment, !fragment.matches(text.fragment) {
            let shown = Clip.quoted(String(decoding: text.fragment, as: UTF8.self))
            return result("the fragment \(shown) does not match \(Clip.clip(fragment.text))", .writeFragmentPattern)
        }
        for (name, pattern) in rule.query {
            let values = text.items.filter { $0.name.elementsEqual(name.utf8) }
            guard let value = values.first?.value else {
                let cause = "the rule wants the query item \(Clip.quoted(name)), which the URL lacks"
                return result(cause, .addQueryItem(name))
            }
            guard !values.contains(where: { pattern.matches($0.value) }) else { continue }
            return result(
                "the query item \(Clip.quoted(name)) has the value "
                    + "\(Clip.quoted(String(decoding: value, as: UTF8.self))), and the rule wants "
                    + Clip.clip(pattern.text),
                .writeItemPattern(name)
            )
        }
        return nil
    }

    /// The nearest link that a rule allows in both readings, with the rule; `nil` for an excluded URL, because a suggestion would
    /// evade the exclusion.
    private var nearestLink: (link: String, rule: DynamicRules.Rule)? {
        let open = rules.rules.filter { !$0.excludes && holdsBesidePath($0) }
        let links = AndroidLinkRules(DynamicRules(open, in: rules.node)).documented.rules
        guard case .found(let near) = NearestPath.find(url.path, links),
            url.isSamePage(near.spelling, by: [open[near.rule].path?.text ?? ""]),
            let other = WebURLText(url.with(path: near.spelling))
        else { return nil }
        var budget = MatchBudget(steps: 2_000_000)
        guard rules.firstMatch(other, &budget)?.excludes == false, rules.systemAllows(other, &budget) == true
        else { return nil }
        return (url.link(near.spelling), open[near.rule])
    }

    private func slip(_ rule: DynamicRules.Rule, _ path: String) -> PatternSlip? {
        guard let slip = PatternSlip(rule.path?.text ?? "", path), matches(rule, path: slip.fixed) else { return nil }
        return slip
    }
}
