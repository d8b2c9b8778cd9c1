@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// The page that `applinks explain --format html` prints.
enum ExplainPage {
    /// Builds the page.
    ///
    /// - Parameters:
    ///   - url: The link.
    ///   - answer: The answer.
    ///   - trace: The rules that do not match, or `nil` if they were not requested.
    ///   - directions: The hosts to which the site's files refer password managers.
    ///   - receivers: The methods of the apps that receive links.
    ///   - failures: What could not be read.
    /// - Returns: The page.
    static func page(
        _ url: URL,
        _ answer: AnswerHTML,
        trace: [ExplainReport.Step]?,
        directions: [String],
        receivers: [LinkReceivers],
        failures: [String]
    ) -> String {
        var parts = ["<h1>\(HTMLPage.escaped(url.absoluteString))</h1>"]
        parts += failures.map { "<p class=\"failure\">\(HTMLPage.escaped($0))</p>" }
        parts.append(answer.cards(level: 2))
        parts += directions.map { "<p>\(HTMLPage.escaped($0))</p>" }
        parts += [HTMLReport.receivers(receivers), answer.lines, answer.rest]
        if let trace { parts.append(steps(trace)) }
        return HTMLPage.page(
            title: "\(answer.title), \(Date().formatted(.iso8601.year().month().day()))",
            main: parts.filter { !$0.isEmpty }.joined(separator: "\n")
        )
    }

    private static func steps(_ trace: [ExplainReport.Step]) -> String {
        let items = trace.map { step in
            "<li><code>\(HTMLPage.escaped("\(step.app) \(step.line):\(step.column) \(step.rule)"))</code>: "
                + "\(HTMLPage.escaped(step.mismatch))</li>"
        }
        let list = items.isEmpty ? "<p>None.</p>" : "<ul>\n\(items.joined(separator: "\n"))\n</ul>"
        return "<h2>Rules of apple-app-site-association that were passed over</h2>\n\(list)"
    }
}
