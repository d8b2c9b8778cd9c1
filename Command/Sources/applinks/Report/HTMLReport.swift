@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// The findings of a run as one HTML page, without scripts and external resources.
struct HTMLReport: ResultDocument {
    private let spool = ReportSpool()
    private let showsAll: Bool
    // The first few hosts, for the title of the page.
    private var hosts: [String] = []

    /// `showsAll` writes repetitions too.
    init(showsAll: Bool) { self.showsAll = showsAll }

    mutating func add(_ result: CheckResult) {
        if hosts.count < 3, let host = result.host { hosts.append(host) }
        spool.append(Self.section(result, showsAll: showsAll))
    }

    func write(_ counts: CheckCounts, _ each: (String) throws -> Void) throws {
        let subject = hosts.isEmpty ? "links" : hosts.joined(separator: ", ")
        let day = Date().formatted(.iso8601.year().month().day())
        let page = HTMLPage.page(
            title: "\(subject), \(day): \(counts.text)",
            main: """
                <h1>Links of \(HTMLPage.escaped(subject))</h1>
                <p class="quiet">\(HTMLPage.escaped(counts.text)), on \(day)</p>
                \(Self.placeOfSections)
                """
        )
        let parts = page.split(separator: Self.placeOfSections, omittingEmptySubsequences: false)
        try each(String(parts[0]))
        try spool.passOn(separator: "\n", each)
        try each(String(parts[1]))
    }

    /// The placeholder for the sections; no text of the page contains it, because text is escaped.
    private static let placeOfSections = "\0"

    private static func section(_ result: CheckResult, showsAll: Bool) -> String {
        "<section>\n<h2>\(HTMLPage.escaped(result.input))</h2>\n\(AnswerHTML.cards(result.answers, level: 3))\n"
            + "\(receivers(result.receivers))\(findings(of: result, showsAll: showsAll))\n</section>"
    }

    /// The methods of the apps that receive links: a list for each app.
    static func receivers(_ receivers: [LinkReceivers]) -> String {
        receivers.map { app in
            let items = app.routes.flatMap { route in
                [("cold", route.cold), ("warm", route.warm)].map { name, moment in
                    "<li><strong>"
                        + "\(HTMLPage.escaped(route.name)), \(name)</strong> "
                        + "<span class=\"text\">\(HTMLPage.escaped(moment.description))</span></li>"
                }
            }
            return "<h3>\(HTMLPage.escaped(app.title))</h3>\n"
                + "<ul>\n\(items.joined(separator: "\n"))\n</ul>\n"
        }.joined()
    }

    /// The findings of one input, the worst first, and why it could not be checked.
    static func findings(of result: CheckResult, showsAll: Bool = false) -> String {
        var body = result.failure.map { "<p class=\"failure\">\(HTMLPage.escaped($0))</p>" } ?? ""
        if result.findings.isEmpty, result.failure == nil { body += "<p>No finding.</p>" }
        let folded = FoldedFindings(result, showsAll: showsAll)
        let rest =
            folded.remainder.map {
                "<p class=\"quiet\">\(HTMLPage.escaped($0)); <code>applinks check --all</code> prints them.</p>"
            } ?? ""
        return body + folded.shown.map(article).joined(separator: "\n") + rest
    }

    private static func article(_ checked: CheckedFinding) -> String {
        let how = FixReport.lines(checked).joined(separator: "\n")
        return AnswerHTML.card(checked.finding, severity: checked.severity, file: checked.file, how: how)
    }
}
