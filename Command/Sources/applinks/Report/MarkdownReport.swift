import BoltsBase
@_spi(Bolts) import BoltsSiteCheck

/// The answers and the findings of a run as Markdown, for the summary of a job or a comment on a change.
struct MarkdownReport: ResultDocument {
    private let spool = ReportSpool()
    private let showsAll: Bool

    /// `showsAll` writes repetitions too.
    init(showsAll: Bool) { self.showsAll = showsAll }

    func add(_ result: CheckResult) { spool.append(lines(result).joined(separator: "\n")) }

    func write(_ counts: CheckCounts, _ each: (String) throws -> Void) throws {
        try each("# Links\n\n\(counts.text).\n")
        try spool.passOn { try each("\n" + $0) }
    }

    private func lines(_ result: CheckResult) -> [String] {
        var lines = ["**\(MarkdownText.code(RepositoryPath.fromRoot(result.input).sanitized()))**", ""]
        lines += result.answers.map { answer in
            let fix = answer.fix.map { " \(MarkdownText.plain($0))" } ?? ""
            let rule = answer.finding.map { " `\($0.rule.id)`" } ?? ""
            return
                "- \(Self.sign(answer.outcome)) **\(MarkdownText.plain(answer.name))**: \(MarkdownText.plain(answer.text))\(fix)\(rule)"
        }
        if !result.answers.isEmpty { lines.append("") }
        if !result.links.isEmpty { lines += ["Links: \(result.links.summary).", ""] }
        for app in result.receivers {
            lines += ["\(MarkdownText.plain(app.title)):", ""]
            lines += app.routes.flatMap { route in
                [("cold", route.cold), ("warm", route.warm)].map { name, moment in
                    "- \(Self.sign(moment.outcome)) \(MarkdownText.plain("\(route.name), \(name): \(moment.description)"))"
                }
            }
            lines.append("")
        }
        if let failure = result.failure { lines += ["Not checked: \(MarkdownText.plain(failure))", ""] }
        for line in RetriedRequest.lines(result.retried) { lines += ["\(MarkdownText.plain(line)).", ""] }
        let folded = FoldedFindings(result, showsAll: showsAll)
        guard !folded.shown.isEmpty else { return lines }
        lines += ["| | where | what | fix |", "|---|---|---|---|"]
        lines += folded.shown.map { checked in
            let place = checked.finding.place.map { ":\($0.position)" } ?? ""
            let what = "\(MarkdownText.plain(checked.finding.message)) `\(checked.finding.rule.id)`"
            let how = checked.fix == nil ? "" : " " + FixReport.text(checked)
            return
                "| \(checked.severity.rawValue) | \(MarkdownText.plain(RepositoryPath.fromRoot(checked.file) + place)) | \(what) | \(MarkdownText.plain(checked.finding.fix + how)) |"
        }
        lines.append("")
        if let rest = folded.remainder { lines += ["\(MarkdownText.plain(rest)); `--all` prints them.", ""] }
        return lines
    }

    private static func sign(_ outcome: LinkReceivers.Outcome) -> String {
        switch outcome {
        case .called: "✅"
        case .lost, .twice: "⚠️"
        case .undecided: "➖"
        }
    }

    private static func sign(_ outcome: LinkVerdict.Outcome) -> String {
        switch outcome {
        case .opens: "✅"
        case .closed: "❌"
        case .undecided: "⚠️"
        case .excluded, .notNamed: "➖"
        }
    }
}
