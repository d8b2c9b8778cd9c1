import BoltsBase
import BoltsSiteCheck

/// The answers and the findings of a run as Markdown, for the summary of a job or a comment on a change.
enum MarkdownReport {
    static func text(_ results: [CheckResult]) -> String {
        var lines = ["# Links", "", CheckCounts(results).text + ".", ""]
        for result in results {
            lines += ["**\(escaped(result.input))**", ""]
            lines += result.answers.map { answer in
                let mend = answer.finding.map { " \(escaped($0.fix)) `\($0.rule.id)`" } ?? ""
                return "- \(sign(answer.outcome)) **\(escaped(answer.name))**: \(escaped(answer.text))\(mend)"
            }
            if !result.answers.isEmpty { lines.append("") }
            if let failure = result.failure { lines += ["Not checked: \(escaped(failure))", ""] }
            let folded = FoldedFindings(result)
            guard !folded.shown.isEmpty else { continue }
            lines += ["| | where | what | mend |", "|---|---|---|---|"]
            lines += folded.shown.map { checked in
                let place = checked.finding.place.map { ":\($0.position)" } ?? ""
                let what = "\(escaped(checked.finding.message)) `\(checked.finding.rule.id)`"
                return
                    "| \(checked.severity.rawValue) | \(escaped(checked.file + place)) | \(what) | \(escaped(checked.finding.fix)) |"
            }
            lines.append("")
            if let rest = folded.remainder { lines += ["\(escaped(rest)).", ""] }
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

    /// Text that is no Markdown and no HTML, on one line: every sign that could be a part of either has a backslash (CommonMark,
    /// section 2.4).
    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text.sanitized() {
            if "\\`*_[]|#~@<>&!".contains(character) { result += "\\" }
            result.append(character)
        }
        return result
    }
}
