import BoltsSiteCheck

/// The findings of many sites, counted by rule and by site; a site needs only a few words of memory, however many findings it has.
struct SummaryReport: Encodable {
    struct Rule: Encodable, Sendable {
        let rule: String
        var severity: String
        var sites = 0
        var findings = 0
    }

    struct Site: Encodable, Sendable {
        let input: String
        /// The worst outcome of the site's answers, or `not-checked`.
        let verdict: String
        let errors: Int
        let warnings: Int
        let notes: Int
        let failure: String?
    }

    let version = 1
    private(set) var rules: [Rule] = []
    private(set) var sites: [Site] = []
    private(set) var counts = CheckCounts([])

    private enum CodingKeys: String, CodingKey { case version, rules, sites, counts }
    private var places: [String: Int] = [:]

    mutating func add(_ result: CheckResult) {
        let own = CheckCounts([result])
        counts.add(own)
        let outcomes = Set(result.answers.map(\.outcome))
        let worst: [LinkVerdict.Outcome] = [.closed, .undecided, .excluded, .opens, .notNamed]
        let verdict = worst.first(where: outcomes.contains)?.rawValue ?? (own.errors > 0 ? "errors" : "no-errors")
        sites.append(
            Site(
                input: result.input,
                verdict: result.failure == nil ? verdict : "not-checked",
                errors: own.errors,
                warnings: own.warnings,
                notes: own.notes,
                failure: result.failure
            )
        )
        for (id, findings) in Dictionary(grouping: result.findings, by: { $0.finding.rule.id }) {
            guard let severity = findings.map(\.severity).max() else { continue }
            let index = places[id] ?? rules.count
            if index == rules.count {
                places[id] = index
                rules.append(Rule(rule: id, severity: severity.rawValue))
            }
            rules[index].sites += 1
            rules[index].findings += findings.count
            if let known = AssociationRule.Severity(rawValue: rules[index].severity), known < severity {
                rules[index].severity = severity.rawValue
            }
        }
    }

    /// The report sorted by rule: the most severe first, then by the number of sites.
    var sorted: SummaryReport {
        var copy = self
        copy.rules.sort { one, other in
            func rank(_ rule: Rule) -> Int {
                AssociationRule.Severity.allCases.sorted(by: >).firstIndex { $0.rawValue == rule.severity } ?? 0
            }
            return (rank(one), -one.sites, one.rule) < (rank(other), -other.sites, other.rule)
        }
        return copy
    }

    var lines: [String] {
        let byRule = rules.map { rule in
            "  \(rule.severity): \(rule.rule): \(rule.findings.counted("finding")) at \(rule.sites.counted("site"))"
        }
        let bySite = sites.map { site in
            let counts = [
                site.errors.counted("error"), site.warnings.counted("warning"), site.notes.counted("note"),
            ]
            return "  \(site.input): \(site.verdict); \(counts.joined(separator: ", "))"
        }
        return ["by rule:"] + (byRule.isEmpty ? ["  no finding"] : byRule) + ["by site:"] + bySite
    }
}
