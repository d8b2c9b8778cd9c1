@_spi(Bolts) import BoltsAssociations

extension WindowsWebLinks {
    func linkRules(packageFamilyName: String) -> LinkRules {
        LinkRules(orderedRules(packageFamilyName).map { rule, opens in Self.linkRule(rule.pattern, opens: opens) })
    }

    static func linkRule(_ path: String) -> LinkRule { linkRule(WildcardPattern(simple: path), opens: true) }

    private static func linkRule(_ pattern: WildcardPattern, opens: Bool) -> LinkRule {
        LinkRule(path: LinkPattern(pattern, variables: [], decodes: true), opens: opens)
    }

    /// The rules of an app in the order in which they decide: an entry's exclusions come before its paths.
    private func orderedRules(_ packageFamilyName: String) -> [(rule: PathRule, opens: Bool)] {
        entries.filter { $0.packageFamilyName == packageFamilyName }.flatMap { entry in
            entry.excludePaths.map { (rule: $0, opens: false) } + entry.paths.map { (rule: $0, opens: true) }
        }
    }

    /// Returns the text of a rule of an app, and its place.
    func linkRuleText(_ rule: Int, packageFamilyName: String) -> (text: String, place: JSONPlace)? {
        let rules = orderedRules(packageFamilyName)
        guard rules.indices.contains(rule), let text = rules[rule].rule.node.string else { return nil }
        return (text, rules[rule].rule.node.place)
    }
}
