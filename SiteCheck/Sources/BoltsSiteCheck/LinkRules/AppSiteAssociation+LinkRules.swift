@_spi(Bolts) import BoltsAssociations

extension AppSiteAssociation {
    /// Returns the links that the file lets an app open, as Apple's software reads it.
    func linkRules(app: String) -> LinkRules {
        file.entry(for: app).map { file.linkRules(file.entries[$0]) } ?? .nothing
    }

    fileprivate static func rule(_ rule: AppleRule, _ variables: [PatternVariable]) -> LinkRule {
        let decodes = rule.form.decodes
        func pattern(_ source: ApplePattern, isPath: Bool = false) -> LinkPattern {
            LinkPattern(source.compiled, variables: variables, decodes: decodes, normalizes: isPath)
        }
        let query: LinkRule.Query =
            switch rule.query {
            case .anything: .anything
            case .whole(let source): .whole(pattern(source))
            case .items(let items):
                .items(
                    items.map { item in
                        LinkRule.Item(
                            name: Array(item.name.utf8),
                            pattern: pattern(item.pattern),
                            occurrence: .everyOrEmpty
                        )
                    }
                )
            }
        return LinkRule(
            path: rule.path.map { pattern($0, isPath: true) },
            fragment: rule.fragment.map { pattern($0) },
            query: query,
            opens: !rule.excludes
        )
    }

    func linkRuleText(_ rule: Int, app: String) -> (text: String, place: JSONPlace)? {
        guard let index = file.entry(for: app), file.entries[index].rules.indices.contains(rule) else { return nil }
        let found = file.entries[index].rules[rule]
        var words: [String] = []
        if let path = found.path { words.append(found.node.string ?? found.node["/"]?.string ?? path.text) }
        switch found.query {
        case .anything: break
        case .whole(let pattern): words.append("?" + pattern.text)
        case .items(let items): words += items.map { "\($0.name)=\($0.pattern.text)" }
        }
        if let fragment = found.fragment { words.append("#" + fragment.text) }
        let letters = found.form.foldsCase ? " in any letter case" : ""
        return ((words.isEmpty ? "*" : words.joined(separator: " ")) + letters, found.node.place)
    }
}

extension AppleFile {
    /// Returns the links that one of the file's entries lets its apps open.
    func linkRules(_ entry: AppleEntry) -> LinkRules {
        if entry.form == .everything { return .everything }
        return LinkRules(entry.rules.map { AppSiteAssociation.rule($0, variables) })
    }

    /// Returns how many steps an entry's patterns have in ``linkRules(_:)``, where each variable is expanded.
    func writtenOutStepCount(_ entry: AppleEntry) -> Int {
        func count(_ pattern: ApplePattern?) -> Int {
            pattern?.compiled.tokens.reduce(0) { sum, token in
                let variable = token.variable.flatMap { variables.indices.contains($0) ? variables[$0] : nil }
                return sum + (variable?.stepCount ?? 1)
            } ?? 0
        }
        return entry.rules.reduce(0) { sum, rule in
            let query =
                switch rule.query {
                case .anything: 0
                case .whole(let pattern): count(pattern)
                case .items(let items): items.reduce(0) { $0 + count($1.pattern) }
                }
            return sum + count(rule.path) + count(rule.fragment) + query
        }
    }

    func linkRule(_ rule: AppleRule) -> LinkRule { AppSiteAssociation.rule(rule, variables) }

    /// Returns the links that an app may open according to readers that combine all its entries and lists.
    func linkRulesTakingAllTogether(_ app: String) -> LinkRules {
        let (rules, variables, isUnlimited) = rulesTakingAllTogether(app)
        let list = rules.map { AppSiteAssociation.rule($0, variables) }
        return LinkRules(isUnlimited ? list + [LinkRule(path: nil, opens: true)] : list)
    }
}
