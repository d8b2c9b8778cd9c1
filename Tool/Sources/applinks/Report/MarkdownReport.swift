import BoltsBase
import BoltsSiteCheck

/// The answers and the findings of a run as Markdown, for the summary of a job or a comment on a change.
enum MarkdownReport {
    static func text(_ results: [CheckResult], showsAll: Bool = false) -> String {
        var lines = ["# Links", "", CheckCounts(results).text + ".", ""]
        for result in results {
            lines += ["**\(MarkdownText.plain(result.input))**", ""]
            lines += result.answers.map { answer in
                let mend = answer.finding.map { " \(MarkdownText.plain($0.fix)) `\($0.rule.id)`" } ?? ""
                return
                    "- \(sign(answer.outcome)) **\(MarkdownText.plain(answer.name))**: \(MarkdownText.plain(answer.text))\(mend)"
            }
            if !result.answers.isEmpty { lines.append("") }
            if let failure = result.failure { lines += ["Not checked: \(MarkdownText.plain(failure))", ""] }
            for line in RetriedRequest.lines(result.retried) { lines += ["\(MarkdownText.plain(line)).", ""] }
            let folded = FoldedFindings(result, showsAll: showsAll)
            guard !folded.shown.isEmpty else { continue }
            lines += ["| | where | what | mend |", "|---|---|---|---|"]
            lines += folded.shown.map { checked in
                let place = checked.finding.place.map { ":\($0.position)" } ?? ""
                let what = "\(MarkdownText.plain(checked.finding.message)) `\(checked.finding.rule.id)`"
                return
                    "| \(checked.severity.rawValue) | \(MarkdownText.plain(checked.file + place)) | \(what) | \(MarkdownText.plain(checked.finding.fix)) |"
            }
            lines.append("")
            if let rest = folded.remainder { lines += ["\(MarkdownText.plain(rest)); `--all` prints them.", ""] }
        }
        return lines.joined(separator: "\n")
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
