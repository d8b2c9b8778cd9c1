import BoltsAssociations
import BoltsPageFetching

/// The findings of a run as one page of HTML, without scripts and external resources.
enum HTMLReport {
    static func page(_ results: [CheckResult]) -> String {
        let counts = HTMLDocument.escaped(CheckCounts(results).text)
        return HTMLDocument.page(
            title: "applinks check: \(CheckCounts(results).text)",
            main: """
                <h1>Links</h1>
                <p class="summary">\(counts)</p>
                \(results.map(section).joined(separator: "\n"))
                """
        )
    }

    private static func section(_ result: CheckResult) -> String {
        "<section>\n<h2>\(HTMLDocument.escaped(result.input))</h2>\n\(findings(of: result))\n</section>"
    }

    /// The findings of one input, the worst first, and why it could not be checked.
    static func findings(of result: CheckResult) -> String {
        var body = result.failure.map { "<p class=\"failure\">\(HTMLDocument.escaped($0))</p>" } ?? ""
        if result.findings.isEmpty, result.failure == nil { body += "<p>No finding.</p>" }
        body += result.verdicts.map { "<p>\(HTMLDocument.escaped($0))</p>" }.joined()
        let severities = AssociationRule.Severity.allCases.sorted(by: >)
        let sorted = severities.flatMap { severity in result.findings.filter { $0.severity == severity } }
        return body + sorted.map(article).joined(separator: "\n")
    }

    private static func article(_ checked: CheckedFinding) -> String {
        let finding = checked.finding
        let position = finding.place.map { ":\($0.position)" } ?? ""
        let detail = finding.place.map { $0.pointer.isEmpty ? "" : $0.pointer } ?? finding.element ?? ""
        let details = [checked.file + position, detail, finding.rule.id].filter { !$0.isEmpty }
        return """
            <article class="finding \(checked.severity.rawValue)">
            <h3><span class="kind">\(checked.severity.rawValue)</span>\(HTMLDocument.escaped(finding.message))</h3>
            <p>\(HTMLDocument.escaped(finding.rule.reason))</p>
            <p><strong>Fix:</strong> \(HTMLDocument.escaped(finding.rule.fix))</p>
            <p class="place">\(details.map { "<code>\(HTMLDocument.escaped($0))</code>" }.joined(separator: " · "))</p>
            </article>
            """
    }
}
