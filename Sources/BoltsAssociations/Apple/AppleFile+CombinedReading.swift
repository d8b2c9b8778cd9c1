extension AppleFile {
    /// Decides as readers do that combine all entries for the app, in either form, and in each entry the components and
    /// then the paths.
    ///
    /// Apple's own software uses the first entry and one of the two lists. If both results are equal, the difference
    /// does not matter.
    func outcomeTakingAllTogether(_ text: inout ComparedText, app: String) -> AssociationOutcome {
        let (rules, variables, isUnlimited) = rulesTakingAllTogether(app)
        var budget = MatchBudget()
        for rule in rules where rule.mismatch(&text, variables, &budget) == nil && !budget.isExhausted {
            return rule.excludes ? .exclude : .match
        }
        return isUnlimited ? .match : .noMatch
    }

    /// Returns the rules of all entries of an app in the order in which such readers try them, and whether a link that no rule
    /// decides opens the app.
    @_spi(Bolts) public func rulesTakingAllTogether(_ app: String) -> (
        rules: [AppleRule], variables: [PatternVariable], isUnlimited: Bool
    ) {
        guard let links = document.root["applinks"], let details = links["details"] else { return ([], [], false) }
        let app = AppIdentifier.canonical(app)
        var compiler = AppleRuleCompiler(variables: SubstitutionVariables(links["substitutionVariables"]))
        let fileDefaults = AppleComponentMembers(links["defaults"])
        var rules: [AppleRule] = []
        var hasUnlimitedEntry = false
        for entry in details.children where entry.isObject {
            var identifiers = entry["appIDs"]?.elements?.compactMap(\.string) ?? []
            if let single = entry["appID"]?.string { identifiers.append(single) }
            if details.isObject { identifiers = [entry.name].compactMap { $0 } }
            guard identifiers.contains(where: { AppIdentifier.canonical($0) == app }) else { continue }
            let components = entry["components"]?.elements
            let paths = entry["paths"]?.elements
            if components == nil, paths == nil { hasUnlimitedEntry = true }
            let defaults = AppleComponentMembers(entry["defaults"]).merging(fileDefaults)
            if let components { rules += components.map { compiler.rule(component: $0, defaults: defaults) } }
            if let paths {
                for path in paths {
                    if let pattern = path.string { rules.append(compiler.rule(path: path, pattern)) }
                }
            }
        }
        return (rules, compiler.variables.compiled, hasUnlimitedEntry)
    }
}

extension AppSiteAssociation {
    /// Returns the decision of readers that combine all entries and lists, or `nil` if the URL is not a web URL.
    @_spi(Bolts) public func otherReading(of url: String, app: String) -> AssociationOutcome? {
        guard var text = ComparedText(url), text.isWeb else { return nil }
        return file.outcomeTakingAllTogether(&text, app: app)
    }
}
