@_spi(Bolts) import BoltsAssociations
import BoltsBase

enum DynamicRulesCheck {
    private static let member = "dynamic_app_link_components"
    static let ruleKeys = ["/", "?", "#", "exclude"]
    private static let appleKeys = ["comment", "caseSensitive", "percentEncoded", "defaults", "substitutionVariables"]

    static func check(
        _ statement: JSONNode,
        relations: [String],
        _ budget: CoverBudget,
        _ collector: inout FindingCollector
    ) {
        for place in [statement, statement["target"]].compactMap({ $0 }) {
            if let node = place[member] { collector.add(member: .assetlinksDynamicPlace, node) }
        }
        guard let extensions = statement["relation_extensions"] else { return }
        if let node = extensions[member] { collector.add(member: .assetlinksDynamicPlace, node) }
        for entry in extensions.children {
            guard let name = entry.name, name != member else { continue }
            if !relations.contains(name), !relations.isEmpty {
                let message = "The statement does not declare \(Clip.quoted(name))."
                collector.add(member: .assetlinksDynamicRelation, entry, message)
            } else if name != AssetRelation.handleAllURLs.description, let node = entry[member] {
                collector.add(member: .assetlinksDynamicPlace, node)
            }
        }
        guard let node = DynamicRules.node(in: statement) else { return }
        let rules: DynamicRules
        do throws(DynamicRules.Defect) {
            rules = try DynamicRules(node)
        } catch {
            let rule = error.isEmpty ? AssociationRule.assetlinksDynamicEmpty : .assetlinksDynamicMalformed
            let message = "All dynamic rules are discarded, because \(error.message)."
            collector.add(rule, error.node, owner: owner(of: error.node, below: node), message)
            return
        }
        check(rules, of: statement, budget, &collector)
    }

    /// Returns the rule that contains a value, or the array if the value is in no rule.
    private static func owner(of node: JSONNode, below list: JSONNode) -> JSONNode {
        var current = node
        while let parent = current.parent, parent.index != list.index, parent.index > list.index { current = parent }
        return current
    }

    private static func check(
        _ rules: DynamicRules,
        of statement: JSONNode,
        _ budget: CoverBudget,
        _ collector: inout FindingCollector
    ) {
        if rules.rules.allSatisfy(\.excludes) {
            collector.add(.assetlinksDynamicOnlyExcludes, rules.node)
        } else if rules.rules.contains(where: \.excludes), !NearestKey.isKnown(.assetlinksDynamicOlder, in: statement) {
            collector.add(.assetlinksDynamicOlder, rules.node)
        }
        let paths = Set(rules.rules.compactMap { $0.path?.text })
        let unreachable = unreachable(in: rules, budget)
        for (index, rule) in rules.rules.enumerated() {
            let taken = NearestKey.taken(ruleKeys, in: rule.node)
            for child in rule.node.children {
                guard let name = child.name, !ruleKeys.contains(name) else { continue }
                if appleKeys.contains(name) {
                    let message = "\(Clip.quoted(name)) belongs to Apple's format."
                    collector.add(member: .assetlinksDynamicAppleKey, child, message)
                } else if !NearestKey.isRemark(name) {
                    collector.add(unknown: .assetlinksUnknownKey, child, among: ruleKeys, taken: taken)
                }
            }
            checkPatterns(rule, paths, &collector)
            if unreachable.contains(index) { collector.add(.assetlinksDynamicUnreachable, rule.node) }
        }
    }

    /// Returns the indices of the rules that are unreachable because an earlier rule covers them.
    static func unreachable(in rules: DynamicRules, _ budget: CoverBudget) -> Set<Int> {
        var cover = DynamicRuleCover(rules, budget)
        return Set(rules.rules.indices.filter { cover.firstCovering($0, among: 0..<$0) != nil })
    }

    private static func checkPatterns(
        _ rule: DynamicRules.Rule,
        _ paths: Set<String>,
        _ collector: inout FindingCollector
    ) {
        let patterns = [rule.path, rule.fragment].compactMap { $0?.text } + rule.query.map(\.pattern.text)
        if patterns.contains(where: { $0.contains("$(") }) {
            collector.add(.assetlinksDynamicAppleKey, rule.node, "$( ) belongs to Apple's format.")
        }
        if let text = patterns.first(where: starStopsAtDot) {
            let message =
                "\(Clip.quoted(text)) has a star before another wildcard; Android's code then requires a dot in the link."
            let fix = "Write one star, or ?* for at least one character."
            collector.add(.assetlinksDynamicStarStops, rule.node, message, fix: fix)
        } else if patterns.contains(where: starStops) {
            collector.add(.assetlinksDynamicStarStops, rule.node)
        }
        if let reason = neverMatches(rule) { collector.add(.assetlinksDynamicNever, rule.node, reason) }
        guard let path = rule.path?.text else { return }
        if path.contains("://")
            || (path.first.map { $0 != "/" && $0 != "*" && $0 != "?" } ?? false && path.contains("."))
        {
            collector.add(.assetlinksDynamicHost, rule.node, "\(Clip.quoted(path)) has more than a path.")
        } else if path.hasSuffix("/*"), !path.hasSuffix("//*"), path.utf8.count > 2, !path.dropLast(2).contains("*"),
            !paths.contains(String(path.dropLast(2))), !paths.contains("*"), !paths.contains("/*")
        {
            collector.add(.assetlinksDynamicSlash, rule.node, "\(Clip.quoted(path)) does not take the path without /.")
        }
    }

    /// Returns why no ordinary URL matches a rule, or `nil`.
    private static func neverMatches(_ rule: DynamicRules.Rule) -> String? {
        let query = rule.query.flatMap { [$0.name, $0.pattern.text] }
        for text in [rule.path?.text, rule.fragment?.text].compactMap({ $0 }) + query where hasEscape(text) {
            return "\(Clip.quoted(text)) has a percent escape, but is compared with the decoded text."
        }
        if let text = query.first(where: { $0.contains("&") }) {
            return "\(Clip.quoted(text)) has an &, which splits the decoded query."
        }
        if let path = rule.path?.text, let first = path.utf8.first, !"/*?".utf8.contains(first), !path.contains(".") {
            return "\(Clip.quoted(path)) does not begin with a slash, as each path does."
        }
        return nil
    }

    /// Whether a text contains a percent sign with two hexadecimal digits; %25 represents the sign itself, which can be
    /// intended.
    private static func hasEscape(_ text: String) -> Bool {
        text.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false).dropFirst()
            .contains { PercentCoding.escapeValue($0) != nil }
    }

    /// Whether a star is followed by another wildcard: `PatternMatcher` reads it as `.*.`, in which the last dot is literal.
    private static func starStopsAtDot(_ pattern: String) -> Bool {
        pattern.contains("**") || pattern.contains("*?")
    }

    /// Whether a star is followed by a character at which it ends.
    private static func starStops(_ pattern: String) -> Bool {
        let bytes = Array(pattern.utf8)
        return zip(bytes, bytes.dropFirst()).contains { first, next in
            first == UInt8(ascii: "*") && next != UInt8(ascii: "*") && next != UInt8(ascii: "?")
        }
    }
}
