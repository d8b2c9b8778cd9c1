import BoltsAssociations
import BoltsPageFetching

/// The findings of a run as one page of HTML, without scripts and external resources.
enum HTMLReport {
    static func page(_ results: [CheckResult]) -> String {
        let counts = CheckCounts(results)
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>applinks check: \(escaped(counts.text))</title>
            <style>
            \(style)
            </style>
            </head>
            <body>
            <h1>Links</h1>
            <p class="summary">\(escaped(counts.text))</p>
            \(results.map(section).joined(separator: "\n"))
            </body>
            </html>

            """
    }

    private static func section(_ result: CheckResult) -> String {
        var body = result.failure.map { "<p class=\"failure\">\(escaped($0))</p>" } ?? ""
        if result.findings.isEmpty, result.failure == nil { body += "<p>No finding.</p>" }
        body += result.findings.map(article).joined(separator: "\n")
        return "<section>\n<h2>\(escaped(result.input))</h2>\n\(body)\n</section>"
    }

    private static func article(_ checked: CheckedFinding) -> String {
        let finding = checked.finding
        let position = finding.place.map { ":\($0.position)" } ?? ""
        let detail = finding.place.map { $0.pointer.isEmpty ? "" : $0.pointer } ?? finding.element ?? ""
        return """
            <article class="\(checked.severity.rawValue)">
            <h3><span>\(checked.severity.rawValue)</span> \(escaped(finding.message))</h3>
            <p>\(escaped(finding.rule.reason))</p>
            <p><strong>Fix:</strong> \(escaped(finding.rule.fix))</p>
            <p class="place"><code>\(escaped(checked.file + position))</code>\
            \(detail.isEmpty ? "" : " <code>\(escaped(detail))</code>") <code>\(escaped(finding.rule.id))</code></p>
            </article>
            """
    }

    private static func escaped(_ text: String) -> String {
        text.sanitized()
            .replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }

    private static let style = """
        :root { --text: #1d1d1f; --quiet: #5c5c61; --page: #fff; --card: #f4f4f6; --error: #b3261e; --warning: #8a5300; --note: #0b57a4 }
        @media (prefers-color-scheme: dark) {
          :root { --text: #f2f2f4; --quiet: #a9a9b0; --page: #161618; --card: #232327; --error: #ff8a80; --warning: #ffc46b; --note: #8cc4ff }
        }
        * { box-sizing: border-box }
        body { margin: 0 auto; max-width: 56rem; padding: 1rem; color: var(--text); background: var(--page); font: 1rem/1.5 system-ui, sans-serif }
        h1 { font-size: 1.5rem; margin: 0 }
        h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; overflow-wrap: anywhere }
        h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere }
        h3 span { text-transform: uppercase; font-size: .75rem; letter-spacing: .04em; margin-right: .5rem }
        p { margin: .35rem 0 }
        article { background: var(--card); border-left: .3rem solid var(--quiet); border-radius: .4rem; padding: .75rem 1rem; margin: .75rem 0 }
        article.error { border-color: var(--error) } article.error h3 span { color: var(--error) }
        article.warning { border-color: var(--warning) } article.warning h3 span { color: var(--warning) }
        article.note { border-color: var(--note) } article.note h3 span { color: var(--note) }
        code { font: .875em ui-monospace, monospace; overflow-wrap: anywhere }
        .summary, .place { color: var(--quiet) }
        .failure { color: var(--error) }
        """
}
