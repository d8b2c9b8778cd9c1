@_spi(Bolts) import BoltsAssociations

/// Compares the rules of the apps of one platform's file, within one limit for all of them.
struct RuleComparison {
    static let maximumChanges = 100

    let host: String
    let platform: SiteDifference.Platform
    /// How many more pairs of different rules may be compared; a file can name thousands of apps.
    private var remaining = 200
    /// The remaining work: the steps of the patterns, each app's in both versions, and the work on automata
    /// (``LinkComparison/Limits/work``).
    private var remainingWork: Int
    static let maximumWork = 2_000_000_000
    private var known: [Pair: LinkComparison.Result] = [:]

    private struct Pair: Hashable {
        let before: [LinkRules]
        let after: [LinkRules]
    }

    init(host: String, platform: SiteDifference.Platform, work: Int = Self.maximumWork) {
        self.host = host
        self.platform = platform
        remainingWork = work
    }

    /// Whether the rules of more apps may be read.
    var isExhausted: Bool { remainingWork <= 0 }

    mutating func count(_ work: Int) { remainingWork -= work }

    /// The change of an app whose rules were not compared completely.
    func undecided(_ app: String) -> SiteDifference.LinkChange {
        SiteDifference.LinkChange(effect: .undecided, platform: platform, app: app, rule: nil, place: nil, example: nil)
    }

    /// Returns the changes of an app's links, one for each rule that opens changed links, and the number of omitted changes.
    mutating func changes(
        of app: String,
        before: some Collection<LinkRules>,
        after: some Collection<LinkRules>,
        ruleBefore: (Int) -> (text: String, place: JSONPlace)?,
        ruleAfter: (Int) -> (text: String, place: JSONPlace)?
    ) -> (kept: [SiteDifference.LinkChange], omitted: Int) {
        let pair = Pair(before: Array(before), after: Array(after))
        count((pair.before + pair.after).reduce(0) { $0 + $1.stepCount })
        if pair.before == pair.after, pair.before.allSatisfy(\.isComparable) { return ([], 0) }
        let result = result(pair)
        var changes: [SiteDifference.LinkChange] = []
        var seen: [Found: (position: Int?, isDecided: Bool)] = [:]
        var omitted = 0
        let middle = pair.before.count
        // For each reading and version, the rules that open links which open in both versions.
        var kept = [[Bool: Set<Int?>]](repeating: [:], count: middle)
        for group in result.groups {
            for reading in 0..<middle where group.opens[reading] && group.opens[middle + reading] {
                kept[reading][true, default: []].insert(group.rules[reading])
                kept[reading][false, default: []].insert(group.rules[middle + reading])
            }
        }
        for group in result.groups {
            let old = Self.decision(group.opens[..<middle])
            let new = Self.decision(group.opens[middle...])
            guard old != new,
                let reading = (0..<middle).first(where: { group.opens[$0] != group.opens[middle + $0] })
            else { continue }
            let effect: SiteDifference.Effect =
                switch new {
                case true?: .gained
                case false?: .lost
                case nil: .undecided
                }
            // The rule that opens the links is in the earlier version if they are lost.
            let isBefore = group.opens[reading]
            let rules = (old: group.rules[reading], new: group.rules[middle + reading])
            let index = isBefore ? rules.old : rules.new
            let isPart = kept[reading][isBefore]?.contains(index) ?? false
            // The other version's rule is relevant only if some links of this rule still open.
            let other = isPart ? (isBefore ? rules.new : rules.old) : nil
            let found = Found(effect: effect, isBefore: isBefore, rule: index, other: other)
            let example = "https://\(host)\(group.spelling)"
            let isDecided = old != nil && new != nil
            if let known = seen[found] {
                // A link that both versions decide is a better example than one whose readings differ.
                if isDecided, !known.isDecided, let position = known.position {
                    changes[position].example = example
                    seen[found] = (position, true)
                }
                continue
            }
            var position = changes.count
            if position >= Self.maximumChanges {
                omitted += 1
                guard let last = Self.replaceable(changes, by: effect) else {
                    seen[found] = (nil, isDecided)
                    continue
                }
                for (key, value) in seen where value.position == last { seen[key] = (nil, value.isDecided) }
                position = last
            }
            seen[found] = (position, isDecided)
            let rule = index.flatMap { isBefore ? ruleBefore($0) : ruleAfter($0) }
            let change = SiteDifference.LinkChange(
                effect: effect,
                platform: platform,
                app: app,
                rule: rule?.text,
                place: rule?.place,
                exclusion: other.flatMap { isBefore ? ruleAfter($0) : ruleBefore($0) }?.text,
                isPart: isPart,
                example: example
            )
            if position < changes.count { changes[position] = change } else { changes.append(change) }
        }
        if !result.isComplete { changes.append(undecided(app)) }
        return (changes, omitted)
    }

    /// The index of the change to omit in favour of the first change with another effect, so that one lost link is reported even
    /// among many gained ones.
    private static func replaceable(_ changes: [SiteDifference.LinkChange], by effect: SiteDifference.Effect) -> Int? {
        guard !changes.contains(where: { $0.effect == effect }) else { return nil }
        return changes.indices.last(where: { index in
            changes.count(where: { $0.effect == changes[index].effect }) > 1
        })
    }

    /// One reported change.
    private struct Found: Hashable {
        let effect: SiteDifference.Effect
        let isBefore: Bool
        let rule: Int?
        let other: Int?
    }

    private mutating func result(_ pair: Pair) -> LinkComparison.Result {
        if let result = known[pair] { return result }
        guard remaining > 0 else { return LinkComparison.Result(groups: [], isComplete: false) }
        remaining -= 1
        var limits = LinkComparison.Limits()
        limits.work = remainingWork
        let result = LinkComparison(pair.before + pair.after, earlierCount: pair.before.count, limits: limits).result()
        count(result.work)
        known[pair] = result
        return result
    }

    /// The common result of all readings, or `nil` if they disagree.
    private static func decision(_ opens: ArraySlice<Bool>) -> Bool? {
        guard let first = opens.first, opens.allSatisfy({ $0 == first }) else { return nil }
        return first
    }
}
