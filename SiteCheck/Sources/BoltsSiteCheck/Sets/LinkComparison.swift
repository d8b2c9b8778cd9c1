/// Lists of rules, compared as sets of URLs.
///
/// All patterns for a path are one automaton, as are those for fragments, for whole queries and for the values of each query
/// item. The parts of a URL are independent, so the lists' decisions about all URLs follow from those about one URL of each
/// combination of classes.
struct LinkComparison {
    struct Limits: Sendable {
        /// The maximum number of states of one automaton.
        var states = 60_000
        /// The maximum number of steps of all patterns for a part.
        var operations = 400_000
        var combinations = 4_096
        var totalCombinations = 400_000
        /// The work limit for all automata: about 20 nanoseconds per unit in a release build.
        var work = Int.max
        /// How often a query item may occur in a URL: 1 or 2.
        var occurrences = 2
    }

    struct Group: Sendable {
        /// For each list, whether it opens the URLs.
        var opens: [Bool]
        /// For each list, the index of the deciding rule, or `nil` if none matches.
        var rules: [Int?]
        /// The most readable of the URLs: a path, and a query and a fragment if they are needed.
        var spelling: String
        /// How unusual the URL is.
        var cost: Int
    }

    struct Result: Sendable {
        /// The groups of URLs with the same decisions by the same rules of the lists.
        var groups: [Group]
        /// Whether the groups cover every URL; otherwise the comparison was abandoned, completely or in part.
        var isComplete: Bool
        var work = 0
    }

    private struct Compiled: Equatable {
        var path: Int?
        var fragment: Int?
        var whole: Int?
        var items: [Int]
        var isUnconditional: Bool
    }

    private final class Spent {
        var work = 0
    }

    private let lists: [LinkRules]
    private let limits: Limits
    /// How many of the lists are an earlier version of the others, in the same order; zero unless a change is examined.
    private let earlierCount: Int
    private let spent = Spent()
    private var compiled: [[Compiled]] = []
    private var paths: [LinkPattern] = []
    private var fragments: [LinkPattern] = []
    private var wholes: [LinkPattern] = []
    private var values: [LinkPattern] = []
    private var conditions: [ItemCondition] = []

    /// The first `earlierCount` lists are an earlier version of the others, in order: links with the same rules in both do not
    /// change.
    init(_ lists: [LinkRules], earlierCount: Int = 0, limits: Limits = Limits()) {
        self.lists = lists
        self.earlierCount = earlierCount
        self.limits = limits
        var index = Index()
        for list in lists {
            compiled.append(list.rules.map { rule in index.compile(rule) })
        }
        paths = index.paths.patterns
        fragments = index.fragments.patterns
        wholes = index.wholes.patterns
        values = index.values.patterns
        conditions = index.conditions
    }

    private struct Index {
        var paths = PatternNumbers()
        var fragments = PatternNumbers()
        var wholes = PatternNumbers()
        var values = PatternNumbers()
        var conditions: [ItemCondition] = []
        private var conditionNumbers: [ItemCondition: Int] = [:]

        mutating func compile(_ rule: LinkRule) -> Compiled {
            var result = Compiled(items: [], isUnconditional: true)
            if let path = rule.path, !path.matchesEverything { result.path = paths.number(path) }
            if let fragment = rule.fragment, !fragment.matchesEverything {
                result.fragment = fragments.number(fragment)
                result.isUnconditional = false
            }
            switch rule.query {
            case .anything: break
            case .whole(let pattern):
                if pattern.matchesEverything { break }
                result.whole = wholes.number(pattern)
                result.isUnconditional = false
            case .items(let items):
                for item in items {
                    if item.occurrence == .everyOrEmpty, item.pattern.matchesEverything { continue }
                    let condition = ItemCondition(
                        name: item.name,
                        pattern: values.number(item.pattern),
                        occurrence: item.occurrence,
                        decodes: item.pattern.decodes,
                        matchesEmpty: item.pattern.matchesEmpty
                    )
                    if conditionNumbers[condition] == nil {
                        conditionNumbers[condition] = conditions.count
                        conditions.append(condition)
                    }
                    result.items.append(conditionNumbers[condition] ?? 0)
                    result.isUnconditional = false
                }
            }
            return result
        }
    }

    // MARK: - All URLs

    func result() -> Result {
        guard lists.allSatisfy(\.isComparable), let pathClasses = classes(paths, .path) else {
            return Result(groups: [], isComplete: false, work: spent.work)
        }
        var work = Work(comparison: self, total: limits.totalCombinations)
        for path in pathClasses { work.add(path) }
        let groups = work.groups.values.sorted { first, second in
            first.cost == second.cost ? first.spelling < second.spelling : first.cost < second.cost
        }
        return Result(groups: groups, isComplete: work.isComplete, work: spent.work)
    }

    private func classes(_ patterns: [LinkPattern], _ grammar: PartGrammar) -> [PartClass]? {
        guard let alphabet = PatternAlphabet(patterns),
            var automaton = PartAutomaton(patterns, alphabet, grammar, maximumOperations: limits.operations)
        else { return nil }
        defer { spent.work += automaton.work }
        return automaton.classes(maximumStates: limits.states, maximumWork: limits.work - spent.work)
    }

    private struct Work {
        let comparison: LinkComparison
        /// The groups by the deciding rules of the lists, -1 for none.
        var groups: [[Int]: Group] = [:]
        var isComplete = true
        private var remaining: Int
        private var fragmentClasses: [PartClass]??
        private var wholeClasses: [PartClass]??
        private var itemClasses: [[UInt8]: [QueryItemClass]?] = [:]
        private let rulesByPath: [[[Int]]]
        private let pathless: [[Int]]

        init(comparison: LinkComparison, total: Int) {
            self.comparison = comparison
            remaining = total
            var byPath: [[[Int]]] = []
            var pathless: [[Int]] = []
            for rules in comparison.compiled {
                var table = [[Int]](repeating: [], count: comparison.paths.count)
                var others: [Int] = []
                for (index, rule) in rules.enumerated() {
                    if let path = rule.path { table[path].append(index) } else { others.append(index) }
                }
                byPath.append(table)
                pathless.append(others)
            }
            rulesByPath = byPath
            self.pathless = pathless
        }

        /// Decides about all URLs whose paths belong to a class.
        mutating func add(_ path: PartClass) {
            var active: [[Int]] = []
            var fragments = Set<Int>()
            var wholes = Set<Int>()
            var items = Set<Int>()
            for list in comparison.lists.indices {
                var rules = pathless[list]
                for pattern in path.patterns { rules += rulesByPath[list][Int(pattern)] }
                rules.sort()
                if let last = rules.firstIndex(where: { comparison.compiled[list][$0].isUnconditional }) {
                    rules.removeSubrange((last + 1)...)
                }
                for rule in rules {
                    let compiled = comparison.compiled[list][rule]
                    if let fragment = compiled.fragment { fragments.insert(fragment) }
                    if let whole = compiled.whole { wholes.insert(whole) }
                    items.formUnion(compiled.items)
                }
                active.append(rules)
            }
            let wasComplete = isComplete
            var allFragments = fragmentChoices(fragments)
            var queries = queryChoices(wholes: wholes, items: items)
            if comparison.isUnchanged(active) {
                isComplete = wasComplete
                let none = Choice(holds: [], spelling: [], cost: 0)
                if allFragments.isEmpty { allFragments = [none] }
                if queries.isEmpty { queries = [none] }
            }
            remaining -= allFragments.count * queries.count
            guard remaining >= 0 else {
                isComplete = false
                return
            }
            for fragment in allFragments {
                for query in queries {
                    decide(path, fragment, query, active)
                }
            }
        }

        private mutating func decide(_ path: PartClass, _ fragment: Choice, _ query: Choice, _ active: [[Int]]) {
            var deciding: [Int] = []
            deciding.reserveCapacity(active.count)
            for (list, rules) in active.enumerated() {
                let found = rules.first { index in
                    let rule = comparison.compiled[list][index]
                    if let wanted = rule.fragment, !fragment.holds.contains(wanted) { return false }
                    if let wanted = rule.whole, !query.wholes.contains(wanted) { return false }
                    return rule.items.allSatisfy { query.holds.contains($0) }
                }
                deciding.append(found ?? -1)
            }
            let cost = path.cost + fragment.cost + query.cost
            if let known = groups[deciding], known.cost <= cost { return }
            let bytes =
                path.spelling + (query.spelling.isEmpty ? [] : [UInt8(ascii: "?")] + query.spelling)
                + fragment.spelling
            groups[deciding] = Group(
                opens: deciding.enumerated().map { list, rule in
                    rule < 0 ? comparison.lists[list].opensOtherwise : comparison.lists[list].rules[rule].opens
                },
                rules: deciding.map { $0 < 0 ? nil : $0 },
                spelling: String(decoding: bytes, as: UTF8.self),
                cost: cost
            )
        }

        /// A fragment or a query, and the conditions that it meets.
        struct Choice {
            var holds: Set<Int>
            var wholes: Set<Int> = []
            var spelling: [UInt8]
            var cost: Int
        }

        private mutating func fragmentChoices(_ used: Set<Int>) -> [Choice] {
            guard !used.isEmpty else { return [Choice(holds: [], spelling: [], cost: 0)] }
            let all = fragmentClasses ?? comparison.classes(comparison.fragments, .fragment)
            fragmentClasses = .some(all)
            guard let all else {
                isComplete = false
                return []
            }
            // A missing fragment is read as an empty one unless a pattern requires presence.
            let empty = Set(
                used.filter { index in
                    let pattern = comparison.fragments[index]
                    return !pattern.requiresPresence && pattern.matchesEmpty
                }
            )
            var choices: [Set<Int>: Choice] = [empty: Choice(holds: empty, spelling: [], cost: 0)]
            for candidate in all {
                let holds = Set(candidate.patterns.map(Int.init)).intersection(used)
                let cost = candidate.cost + 6
                if let known = choices[holds], known.cost <= cost { continue }
                choices[holds] = Choice(holds: holds, spelling: [UInt8(ascii: "#")] + candidate.spelling, cost: cost)
            }
            return choices.values.sorted { $0.cost < $1.cost }
        }

        private mutating func queryChoices(wholes: Set<Int>, items: Set<Int>) -> [Choice] {
            if wholes.isEmpty, items.isEmpty { return [Choice(holds: [], spelling: [], cost: 0)] }
            if items.isEmpty { return wholeChoices(wholes) }
            // A pattern for the whole query and patterns for items could only be compared in a common automaton.
            guard wholes.isEmpty else {
                isComplete = false
                return []
            }
            var byName: [[UInt8]: Set<Int>] = [:]
            for item in items { byName[comparison.decodedName(item), default: []].insert(item) }
            var choices = [Choice(holds: [], spelling: [], cost: 0)]
            // Platforms split a query with such a value at different places, so no class contains it.
            if items.contains(where: {
                comparison.values[comparison.conditions[$0].pattern].wants(absentFrom: comparison.valueGrammar)
            }) {
                isComplete = false
            }
            for (name, used) in byName.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
                guard let classes = classes(of: name) else {
                    isComplete = false
                    return []
                }
                var projected: [Set<Int>: QueryItemClass] = [:]
                for candidate in classes {
                    let holds = candidate.holds.intersection(used)
                    if let known = projected[holds], known.cost <= candidate.cost { continue }
                    projected[holds] = candidate
                }
                let options = projected.sorted { $0.value.cost < $1.value.cost }
                guard choices.count * options.count <= comparison.limits.combinations else {
                    isComplete = false
                    return []
                }
                choices = choices.flatMap { choice in
                    options.map { holds, option in
                        let glue = choice.spelling.isEmpty || option.spelling.isEmpty ? [] : [UInt8(ascii: "&")]
                        return Choice(
                            holds: choice.holds.union(holds),
                            spelling: choice.spelling + glue + option.spelling,
                            cost: choice.cost + option.cost
                        )
                    }
                }
            }
            return choices.map(Self.split)
        }

        /// Adds an ampersand to a query with a semicolon, so that every reading splits it alike.
        private static func split(_ choice: Choice) -> Choice {
            let text = String(decoding: choice.spelling, as: UTF8.self)
            guard !text.contains("&"), text.contains(";") || text.lowercased().contains("%3b") else { return choice }
            var choice = choice
            choice.spelling.append(UInt8(ascii: "&"))
            choice.cost += 20
            return choice
        }

        private mutating func wholeChoices(_ used: Set<Int>) -> [Choice] {
            let all = wholeClasses ?? comparison.classes(comparison.wholes, .query)
            wholeClasses = .some(all)
            guard let all else {
                isComplete = false
                return []
            }
            var choices: [Set<Int>: Choice] = [:]
            for candidate in all {
                let holds = Set(candidate.patterns.map(Int.init)).intersection(used)
                if let known = choices[holds], known.cost <= candidate.cost { continue }
                choices[holds] = Choice(holds: [], wholes: holds, spelling: candidate.spelling, cost: candidate.cost)
            }
            return choices.values.sorted { $0.cost < $1.cost }
        }

        private mutating func classes(of name: [UInt8]) -> [QueryItemClass]? {
            if let known = itemClasses[name] { return known }
            let own = comparison.conditions.enumerated().filter { comparison.decodedName($0.offset) == name }
            let result = comparison.itemClasses(of: name, own.map { (number: $0.offset, condition: $0.element) })
            itemClasses[name] = .some(result)
            return result
        }
    }

    /// Whether both versions have the same rules for a class of paths; rules are given by their indices in the lists.
    private func isUnchanged(_ active: [[Int]]) -> Bool {
        guard earlierCount > 0 else { return false }
        func rules(_ list: Int) -> [(Compiled, Bool)] {
            active[list].map { (compiled[list][$0], lists[list].rules[$0].opens) }
        }
        return (0..<earlierCount).allSatisfy { list in
            let (earlier, later) = (rules(list), rules(list + earlierCount))
            return lists[list].opensOtherwise == lists[list + earlierCount].opensOtherwise
                && earlier.elementsEqual(later) { $0 == $1 }
        }
    }

    /// The characters of values to examine.
    ///
    /// In both of Android's readings a semicolon does not split a query that contains an ampersand.
    private var valueGrammar: PartGrammar {
        let splitsAtAmpersands = conditions.allSatisfy { $0.occurrence == .any || $0.occurrence == .anyWithEqualsSign }
        return splitsAtAmpersands ? .valueBesideAmpersand : .value
    }

    private func decodedName(_ condition: Int) -> [UInt8] {
        conditions[condition].decodes ? conditions[condition].name : Self.decoded(conditions[condition].name)
    }

    /// Returns a name with its escapes decoded, or unchanged if they are invalid.
    private static func decoded(_ name: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var index = 0
        while index < name.count {
            if name[index] == UInt8(ascii: "%") {
                guard index + 2 < name.count,
                    let value = UInt8(String(decoding: name[index + 1...index + 2], as: UTF8.self), radix: 16)
                else { return name }
                result.append(value)
                index += 3
            } else {
                result.append(name[index])
                index += 1
            }
        }
        return String(validating: result, as: UTF8.self) == nil ? name : result
    }

    private func itemClasses(
        of name: [UInt8],
        _ conditions: [(number: Int, condition: ItemCondition)]
    ) -> [QueryItemClass]? {
        // Platforms differ in where they split queries with such names.
        let separators = valueGrammar.plain.contains(Int(UInt8(ascii: ";"))) ? "&=#".utf8 : "&=;#".utf8
        guard !name.isEmpty, !name.contains(where: { separators.contains($0) }) else { return nil }
        let used = Set(conditions.map(\.condition.pattern)).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: used.enumerated().map { ($1, $0) })
        guard let found = classes(used.map { values[$0] }, valueGrammar) else { return nil }
        let renumbered = conditions.map { entry in
            var condition = entry.condition
            condition.pattern = numbers[condition.pattern] ?? 0
            return (number: entry.number, condition: condition)
        }
        let result = QueryItemClasses(
            name: name,
            conditions: renumbered,
            values: found,
            maximumOccurrences: limits.occurrences
        )
        return result.classes
    }
}
