import BoltsBase

/// Which rules of a list match whatever others match, found by comparing them as sets of URLs.
///
/// Rules whose words differ at an end are told apart by these alone, so that few pairs need an automaton. All comparisons share
/// a limit; what lies beyond it is not decided.
package struct RuleCover {
    /// How much work all comparisons may be, and what of it is left.
    package struct Limits: Sendable {
        /// The characters that are compared one by one.
        package var steps = 20_000_000
        /// The pairs of rules that are compared as sets.
        package var comparisons = 300
        /// What may be done for automata, as ``LinkComparison`` counts it.
        package var work = 1_000_000

        package init() {}

        /// Whether no more pairs are looked at.
        package var isExhausted: Bool { steps < 0 }
    }

    /// How a rule stands to another one, whatever each of them does with its links.
    package enum Relation: Sendable, Hashable {
        /// It matches every URL that the other one matches, and there is one.
        case covers
        /// It matches some of the URLs, such as this one, and not all.
        case overlaps(example: String)
        /// No URL is matched by both.
        case disjoint
        /// To find out would be too much work.
        case notDecided
    }

    /// What is seen of a path's pattern without an automaton.
    private struct Outline {
        /// The characters before the first wildcard.
        var beginning: ArraySlice<UInt32>
        /// The characters behind the last wildcard.
        var end: ArraySlice<UInt32>
        var foldsCase: Bool
        var decodes: Bool
        /// Whether the rule matches every URL.
        var isEverything: Bool

        init(_ rule: LinkRule) {
            let pattern = rule.path ?? LinkPattern([.anything], decodes: true)
            let characters = pattern.steps.map { step -> UInt32? in
                if case .character(let value) = step { value } else { nil }
            }
            let first = characters.firstIndex(of: nil) ?? characters.count
            let last = characters.lastIndex(of: nil).map { $0 + 1 } ?? 0
            beginning = characters[..<first].compactMap { $0 }[...]
            end = characters[last...].compactMap { $0 }[...]
            foldsCase = pattern.foldsCase
            decodes = pattern.decodes
            // Every path begins with a slash.
            let isEveryPath =
                pattern.matchesEverything
                || pattern.steps == [.character(UInt32(UInt8(ascii: "/"))), .anything] && !pattern.requiresPresence
            isEverything = isEveryPath && rule.fragment?.matchesEverything ?? true && Self.isEveryQuery(rule.query)
        }

        private static func isEveryQuery(_ query: LinkRule.Query) -> Bool {
            switch query {
            case .anything: true
            case .whole(let pattern): pattern.matchesEverything
            case .items(let items):
                items.allSatisfy { $0.occurrence == .everyOrEmpty && $0.pattern.matchesEverything }
            }
        }

        /// Whether no path has the words of both.
        func isApart(from other: Outline, _ steps: inout Int) -> Bool {
            let folds = foldsCase || other.foldsCase
            func differ(_ first: UInt32, _ second: UInt32) -> Bool {
                steps -= 1
                if first == second { return false }
                guard folds, first < 0x80, second < 0x80 else { return true }
                return UInt8(first).asciiLowercased != UInt8(second).asciiLowercased
            }
            // What is decoded in one and not in the other is compared as far as there are no escapes.
            func isPlain(_ character: UInt32) -> Bool { character < 0x80 && character != UInt32(UInt8(ascii: "%")) }
            steps -= 1
            for (first, second) in zip(beginning, other.beginning) where differ(first, second) {
                return decodes == other.decodes || isPlain(first) && isPlain(second)
            }
            guard decodes == other.decodes else { return false }
            return zip(end.reversed(), other.end.reversed()).contains { differ($0, $1) }
        }
    }

    private struct Pair: Hashable {
        var first: Int
        var second: Int
    }

    /// What two rules match together and apart.
    private struct Comparison {
        var isFirstAlone: Bool
        var isSecondAlone: Bool
        var common: String?
        var isComplete: Bool
    }

    private let rules: [LinkRule]
    private let outlines: [Outline]
    private var known: [Pair: Comparison] = [:]
    /// What is left of the limits, for the rules of another list.
    package private(set) var limits: Limits

    /// Prepares the comparisons of some rules.
    package init(_ rules: [LinkRule], limits: Limits = Limits()) {
        self.limits = limits
        self.rules = rules.map { rule in
            var rule = rule
            rule.opens = true
            return rule
        }
        outlines = rules.map(Outline.init)
    }

    /// Whether a rule certainly matches every URL that another one matches.
    package mutating func covers(_ index: Int, _ other: Int) -> Bool { relation(index, other) == .covers }

    /// Returns how a rule stands to another one.
    package mutating func relation(_ index: Int, _ other: Int) -> Relation {
        guard !limits.isExhausted else { return .notDecided }
        if outlines[index].isApart(from: outlines[other], &limits.steps) { return .disjoint }
        if outlines[index].isEverything || rules[index] == rules[other] { return .covers }
        let isOrdered = index < other
        guard let found = comparison(isOrdered ? Pair(first: index, second: other) : Pair(first: other, second: index))
        else { return .notDecided }
        if isOrdered ? found.isSecondAlone : found.isFirstAlone {
            return found.common.map { .overlaps(example: $0) } ?? (found.isComplete ? .disjoint : .notDecided)
        }
        guard found.isComplete else { return .notDecided }
        return found.common == nil ? .disjoint : .covers
    }

    private mutating func comparison(_ pair: Pair) -> Comparison? {
        if let known = known[pair] { return known }
        guard limits.comparisons > 0, limits.work > 0 else { return nil }
        limits.comparisons -= 1
        var own = LinkComparison.Limits()
        own.states = 1_500
        own.operations = 4_000
        own.combinations = 512
        own.totalCombinations = 4_000
        own.work = min(100_000, limits.work)
        let lists = [LinkRules([rules[pair.first]]), LinkRules([rules[pair.second]])]
        let result = LinkComparison(lists, limits: own).result()
        limits.work -= result.work
        let comparison = Comparison(
            isFirstAlone: result.groups.contains { $0.opens == [true, false] },
            isSecondAlone: result.groups.contains { $0.opens == [false, true] },
            common: result.groups.first { $0.opens == [true, true] }?.spelling,
            isComplete: result.isComplete
        )
        known[pair] = comparison
        return comparison
    }
}
