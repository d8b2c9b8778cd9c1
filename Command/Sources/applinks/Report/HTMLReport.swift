@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// The findings of a run as one page of HTML, without scripts and external resources.
struct HTMLReport: ResultDocument {
    private let spool = ReportSpool()
    private let showsAll: Bool
    // The first ones, which are the subject of the page.
    private var hosts: [String] = []

    /// - Parameter showsAll: Whether repetitions are written too.
    init(showsAll: Bool) { self.showsAll = showsAll }

    mutating func add(_ result: CheckResult) {
        if hosts.count < 3, let host = result.host { hosts.append(host) }
        spool.append(Self.section(result, showsAll: showsAll))
    }

    func write(_ counts: CheckCounts, _ each: (String) throws -> Void) throws {
        let subject = hosts.isEmpty ? "links" : hosts.joined(separator: ", ")
        let day = Date().formatted(.iso8601.year().month().day())
        let page = HTMLDocument.page(
            title: "\(subject), \(day): \(counts.text)",
            main: """
                <h1>Links of \(HTMLDocument.escaped(subject))</h1>
                <p class="summary">\(HTMLDocument.escaped(counts.text)), on \(day)</p>
                \(Self.placeOfSections)
                """
        )
        let parts = page.split(separator: Self.placeOfSections, omittingEmptySubsequences: false)
        try each(String(parts[0]))
        try spool.passOn(separator: "\n", each)
        try each(String(parts[1]))
    }

    /// No text of the page has it, because it is escaped.
    private static let placeOfSections = "\0"

    private static func section(_ result: CheckResult, showsAll: Bool) -> String {
        "<section>\n<h2>\(HTMLDocument.escaped(result.input))</h2>\n"
            + "\(answers(result.answers))\n\(receivers(result.receivers))\(findings(of: result, showsAll: showsAll))\n</section>"
    }

    /// The answers: green where an app may open the link, red where none does.
    static func answers(_ answers: [LinkVerdict.Answer]) -> String {
        guard !answers.isEmpty else { return "" }
        let items = answers.map { answer in
            let fix = answer.finding.map { finding in
                "<br>\(HTMLDocument.escaped(finding.fix)) <code>\(HTMLDocument.escaped(finding.rule.id))</code>"
            }
            return "<li class=\"\(answer.outcome.rawValue)\"><strong>\(HTMLDocument.escaped(answer.name))</strong> "
                + "<span class=\"text\">\(HTMLDocument.escaped(answer.text))</span>\(fix ?? "")</li>"
        }
        return "<ul class=\"answers\">\n\(items.joined(separator: "\n"))\n</ul>"
    }

    /// Which methods of the apps get a link: a list for each app.
    static func receivers(_ receivers: [LinkReceivers]) -> String {
        receivers.map { app in
            let items = app.routes.flatMap { route in
                [("cold", route.cold), ("warm", route.warm)].map { name, moment in
                    "<li class=\"\(moment.outcome == .called ? "opens" : "undecided")\"><strong>"
                        + "\(HTMLDocument.escaped(route.name)), \(name)</strong> "
                        + "<span class=\"text\">\(HTMLDocument.escaped(moment.description))</span></li>"
                }
            }
            return "<h3>\(HTMLDocument.escaped(app.title))</h3>\n"
                + "<ul class=\"answers\">\n\(items.joined(separator: "\n"))\n</ul>\n"
        }.joined()
    }

    /// The findings of one input, the worst first, and why it could not be checked.
    static func findings(of result: CheckResult, showsAll: Bool = false) -> String {
        var body = result.failure.map { "<p class=\"failure\">\(HTMLDocument.escaped($0))</p>" } ?? ""
        if result.findings.isEmpty, result.failure == nil { body += "<p>No finding.</p>" }
        let folded = FoldedFindings(result, showsAll: showsAll)
        let rest =
            folded.remainder.map {
                "<p class=\"summary\">\(HTMLDocument.escaped($0)); <code>applinks check --all</code> prints them.</p>"
            } ?? ""
        return body + folded.shown.map(article).joined(separator: "\n") + rest
    }

    private static func article(_ checked: CheckedFinding) -> String {
        let finding = checked.finding
        let position = finding.place.map { ":\($0.position)" } ?? ""
        let how = checked.fix.map { "<br>\(HTMLDocument.escaped(FixReport.lines($0).joined(separator: "\n")))" } ?? ""
        let details = [checked.file + position, finding.part, finding.rule.id].filter { !$0.isEmpty }
        return """
            <article class="finding \(checked.severity.rawValue)">
            <h3><span class="kind">\(checked.severity.rawValue)</span>\(HTMLDocument.escaped(finding.message))</h3>
            <p>\(HTMLDocument.escaped(finding.rule.reason))</p>
            <p><strong>Fix:</strong> \(HTMLDocument.escaped(finding.fix))\(how)</p>
            <p class="place">\(details.map { "<code>\(HTMLDocument.escaped($0))</code>" }.joined(separator: " · "))</p>
            </article>
            """
    }
}
