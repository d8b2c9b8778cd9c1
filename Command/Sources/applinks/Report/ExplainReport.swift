@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// What `applinks explain` says about a link: JSON by `Command/Sources/applinks/Help/Schemas/explain.schema.json`, a page, or text.
struct ExplainReport {
    /// Why an earlier rule of Apple's file does not match.
    struct Step: Encodable, Sendable {
        let app: String
        let rule: String
        let mismatch: String
        let line: Int
        let column: Int
        let pointer: String
    }

    let url: URL
    let subject: AnswerHTML.Subject
    var devices: [DeviceRoutes.Device] = []
    /// The answers for each family of devices, with the cause and the fix.
    var answers: [LinkVerdict.Answer] = []
    /// The files of the link's host, or `nil` if they were not read.
    var site: SiteAssociations?
    /// The path of each local file by its URL.
    var paths: [String: String] = [:]
    /// The rules that do not match, with `--trace`.
    var trace: [Step]?
    /// The hosts to which the site's files refer password managers, with `--for sign-in`.
    var directions: [String]?
    /// The methods of the apps that receive links.
    var receivers: [LinkReceivers] = []
    /// The errors of files that could not be read.
    var failures: [String] = []

    var document: JSONObject {
        [
            "version": 1,
            "url": url.absoluteString,
            "answers": answers.map { LinkVerdict.Answer.Document($0) },
            "devices": devices,
            "trace": trace,
            "directions": directions,
            "receivers": CheckReport.receivers(receivers),
            "failures": failures,
        ]
    }

    // MARK: - HTML

    var page: String {
        let answer = AnswerHTML(url: url, answers: answers, devices: devices, site: site, subject: subject)
        var parts = ["<h1>\(HTMLPage.escaped(url.absoluteString))</h1>"]
        parts += failures.map { "<p class=\"failure\">\(HTMLPage.escaped($0))</p>" }
        parts.append(answer.cards(level: 2))
        parts += (directions ?? []).map { "<p>\(HTMLPage.escaped($0))</p>" }
        parts += [HTMLReport.receivers(receivers), answer.lines, answer.rest]
        if let trace { parts.append(Self.markup(trace)) }
        return HTMLPage.page(
            title: "\(answer.title), \(Date().formatted(.iso8601.year().month().day()))",
            main: parts.filter { !$0.isEmpty }.joined(separator: "\n")
        )
    }

    private static func markup(_ trace: [Step]) -> String {
        let items = trace.map { step in
            "<li><code>\(HTMLPage.escaped("\(step.app) \(step.line):\(step.column) \(step.rule)"))</code>: "
                + "\(HTMLPage.escaped(step.mismatch))</li>"
        }
        let list = items.isEmpty ? "<p>None.</p>" : "<ul>\n\(items.joined(separator: "\n"))\n</ul>"
        return "<h2>Rules of apple-app-site-association that were passed over</h2>\n\(list)"
    }

    // MARK: - Text

    /// The answers, then the routes, and why rules do not match.
    ///
    /// Devices with the same routes share a paragraph, and the browser, which is on every device, is named once. A local file is
    /// named by its path, as in the output of `check`.
    var lines: [StyledText] {
        let rows = AnswerTable.rows(answers) { paths[$0.file] }
        var lines = [StyledText(url.absoluteString)] + rows.flatMap(\.lines)
        lines += receivers.flatMap { ReceiverTable.block($0).lines }
        let web = devices.compactMap { $0.routes.last { $0.kind == .web } }
        let shared = web.first.flatMap { first in web.allSatisfy { $0 == first } ? first : nil }
        for group in devices.grouped(by: \.routes) {
            let routes = group[0].routes.filter { shared == nil || $0.kind != .web }
            guard !routes.isEmpty else { continue }
            lines += [StyledText(""), StyledText("\(group.map(\.device.name).joined(separator: ", ")):")]
            for (number, route) in routes.enumerated() {
                let app = route.app.map { "\($0.prefix(100)): " } ?? ""
                // If a file was not read, the sentence that follows is clearer than the outcome's name.
                let outcome = route.outcome == .fileUnreachable ? "" : "\(route.outcome.rawValue). "
                let verdict = "\(app)\(outcome)\(route.explanation)"
                lines += Self.wrapped("\(number + 1). \(route.kind.title): \(verdict)", below: "  ")
                let details = Self.details(route, paths[route.file] ?? route.file)
                lines += details.flatMap { Self.wrapped($0, below: "     ") }
            }
        }
        if let shared {
            lines += [StyledText("")] + Self.wrapped("On every device: \(shared.explanation)", below: "")
            if let target = shared.target, target != url.absoluteString {
                lines.append(StyledText("     leads to \(target)"))
            }
        }
        if let directions {
            lines += ([""] + (directions.isEmpty ? [Self.noDirection] : directions)).map { StyledText($0) }
        }
        return lines + (trace.map(Self.lines) ?? []).map { StyledText($0) }
    }

    private static let noDirection =
        "Neither /.well-known/change-password nor passkey-endpoints leads password managers to a page."

    private static func wrapped(_ text: String, below indent: String) -> [StyledText] {
        WrappedText.lines(text, width: WrappedText.width - indent.count, indent: 3).map { StyledText(indent + $0) }
    }

    private static func details(_ route: LinkRoute, _ file: String) -> [String] {
        var lines: [String] = []
        if let target = route.target { lines.append("leads to \(target)") }
        if let place = route.place {
            lines.append("\(file):\(place.position) \(place.pointer)")
        } else if route.kind != .web {
            lines.append(file)
        }
        lines += route.facts.map { "\($0.holds ? "seen" : "not so"): \($0.text)" }
        if route.isOpen, !route.conditions.isEmpty {
            lines.append("provided that")
            lines += route.conditions.map { "- \($0.sentence)" }
        }
        return lines
    }

    private static func lines(_ trace: [Step]) -> [String] {
        guard !trace.isEmpty else { return ["", "no earlier rule of apple-app-site-association was skipped"] }
        return ["", "rules of apple-app-site-association that were skipped:"]
            + trace.map { "  \($0.app) \($0.line):\($0.column) \($0.rule): \($0.mismatch)" }
    }
}
