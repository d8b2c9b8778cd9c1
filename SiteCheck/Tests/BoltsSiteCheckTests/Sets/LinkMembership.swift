import Foundation

@_spi(Bolts) @testable import BoltsAssociations
@testable import BoltsSiteCheck

/// Decides single URLs with the automata, one rule after the other.
struct LinkMembership {
    private var automata: [Key: PartAutomaton] = [:]

    private struct Key: Hashable {
        var pattern: LinkPattern
        var part: Int
    }

    /// Returns whether rules open a URL, or `nil` if the URL is not among those that are compared.
    static func opens(_ rules: LinkRules, _ spelling: String) -> Bool? {
        var membership = LinkMembership()
        return membership.opens(rules, spelling)
    }

    /// Returns whether rules open a URL, or `nil` if the URL is not among those that are compared.
    mutating func opens(_ rules: LinkRules, _ spelling: String) -> Bool? {
        var text = Substring(spelling)
        var fragment: Substring?
        var query: Substring?
        if let mark = text.firstIndex(of: "#") {
            fragment = text[text.index(after: mark)...]
            text = text[..<mark]
        }
        if let mark = text.firstIndex(of: "?") {
            query = text[text.index(after: mark)...]
            text = text[..<mark]
        }
        for rule in rules.rules {
            guard let holds = holds(rule, text, query, fragment) else { return nil }
            if holds { return rule.opens }
        }
        return rules.opensOtherwise
    }

    private mutating func holds(
        _ rule: LinkRule,
        _ path: Substring,
        _ query: Substring?,
        _ fragment: Substring?
    ) -> Bool? {
        guard let onPath = matches(rule.path, path, part: 0) else { return nil }
        var onFragment: Bool? = true
        if let pattern = rule.fragment {
            onFragment =
                fragment == nil && pattern.requiresPresence ? false : matches(pattern, fragment ?? "", part: 1)
        }
        guard let onFragment else { return nil }
        switch rule.query {
        case .anything: return onPath && onFragment
        case .whole(let pattern):
            guard let onQuery = matches(pattern, query ?? "", part: 2) else { return nil }
            return onPath && onFragment && onQuery
        case .items(let items):
            let present = (query ?? "").split(separator: "&").map { item -> (name: Substring, value: Substring?) in
                let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return (parts[0], parts.count > 1 ? parts[1] : nil)
            }
            var all = onPath && onFragment
            for item in items {
                var answers: [Bool] = []
                for (name, value) in present {
                    let text =
                        item.pattern.decodes
                        ? Array((String(name).removingPercentEncoding ?? String(name)).utf8) : Array(name.utf8)
                    guard text == item.name else { continue }
                    guard let answer = matches(item.pattern, value ?? "", part: 3) else { return nil }
                    answers.append(answer && (value != nil || item.occurrence != .anyWithEqualsSign))
                }
                switch item.occurrence {
                case .any, .anyWithEqualsSign: all = all && answers.contains(true)
                case .every: all = all && !answers.isEmpty && !answers.contains(false)
                case .everyOrEmpty:
                    all = all && (answers.isEmpty ? item.pattern.matchesEmpty : !answers.contains(false))
                }
            }
            return all
        }
    }

    private mutating func matches(_ pattern: LinkPattern?, _ text: Substring, part: Int) -> Bool? {
        guard let pattern else { return true }
        let key = Key(pattern: pattern, part: part)
        if automata[key] == nil {
            let grammar: PartGrammar = [.path, .fragment, .query, .value][part]
            automata[key] = PatternAlphabet([pattern]).flatMap {
                PartAutomaton([pattern], $0, grammar, maximumOperations: 100_000)
            }
        }
        return automata[key]?.patterns(matching: Array(text.utf8)).map { !$0.isEmpty }
    }
}
