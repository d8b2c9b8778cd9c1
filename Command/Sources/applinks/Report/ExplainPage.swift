import BoltsSiteCheck
import Foundation

/// What each kind of device may do with a link, as HTML.
enum ExplainPage {
    /// The page that `applinks explain --format html` prints.
    static func page(
        url: URL,
        devices: [LinkOutlook.Device],
        purpose: Purpose,
        answers: [LinkVerdict.Answer],
        trace: [ExplainReport.Step]?,
        directions: [String],
        failures: [String]
    ) -> String {
        let question =
            switch purpose {
            case .links: "What each kind of device may do with this link, and which rule decides."
            case .signIn: "In which apps each kind of device offers this site's passwords and passkeys."
            }
        return HTMLDocument.page(
            title: "\(url.absoluteString), \(Date().formatted(.iso8601.year().month().day()))",
            main: """
                <h1>\(HTMLDocument.escaped(url.absoluteString))</h1>
                <p class="summary">\(question)</p>
                \(failures.map { "<p class=\"failure\">\(HTMLDocument.escaped($0))</p>" }.joined(separator: "\n"))
                \(HTMLReport.answers(answers))
                \(cards(devices))
                \(directions.map { "<p>\(HTMLDocument.escaped($0))</p>" }.joined(separator: "\n"))
                \(trace.map(steps) ?? "")
                """
        )
    }

    /// The devices; those with the same routes share a card.
    static func cards(_ devices: [LinkOutlook.Device]) -> String {
        let cards = ExplainReport.groups(devices).map { names, routes in
            """
            <article class="device">
            <h3>\(HTMLDocument.escaped(names.joined(separator: ", ")))</h3>
            <ol class="routes">
            \(routes.map(item).joined(separator: "\n"))
            </ol>
            </article>
            """
        }
        return "<div class=\"devices\">\n\(cards.joined(separator: "\n"))\n</div>"
    }

    private static func item(_ route: LinkRoute) -> String {
        let place = route.kind == .web ? nil : route.file + (route.place.map { ":\($0.position)" } ?? "")
        let places = [place, route.place?.pointer].compactMap { $0 }.filter { !$0.isEmpty }
        var lines = [
            "<span class=\"name\">\(ExplainReport.title(route.kind))</span>"
                + "<span class=\"outcome\">\(route.outcome.rawValue.replacing("-", with: " "))</span>"
        ]
        if let app = route.app { lines.append("<p><code>\(HTMLDocument.escaped(app))</code></p>") }
        lines.append("<p>\(HTMLDocument.escaped(route.explanation))</p>")
        if let target = route.target, route.kind != .web {
            lines.append("<p>Leads to <code>\(HTMLDocument.escaped(target))</code></p>")
        }
        for fact in route.facts {
            lines.append("<p>\(fact.holds ? "Seen" : "Not so"): \(HTMLDocument.escaped(fact.text))</p>")
        }
        if route.isOpen, !route.conditions.isEmpty {
            let items = route.conditions.map { "<li>\(HTMLDocument.escaped($0.sentence))</li>" }
            lines.append("<div class=\"conditions\">Provided that<ul>\(items.joined())</ul></div>")
        }
        if !places.isEmpty {
            let codes = places.map { "<code>\(HTMLDocument.escaped($0))</code>" }
            lines.append("<p class=\"place\">\(codes.joined(separator: " · "))</p>")
        }
        return "<li class=\"\(openness(route))\">\n\(lines.joined(separator: "\n"))\n</li>"
    }

    private static func openness(_ route: LinkRoute) -> String {
        // The browser is what is left, not what was wanted.
        if route.kind == .web { return "plain" }
        return switch route.outcome {
        case .eligible: "open"
        case .undecided, .dynamicDiscarded: "unclear"
        case .fileInvalid, .targetInvalid: "broken"
        default: "closed"
        }
    }

    private static func steps(_ trace: [ExplainReport.Step]) -> String {
        let items = trace.map { step in
            "<li><code>\(HTMLDocument.escaped("\(step.app) \(step.line):\(step.column) \(step.rule)"))</code>: "
                + "\(HTMLDocument.escaped(step.mismatch))</li>"
        }
        let list = items.isEmpty ? "<p>None.</p>" : "<ul>\n\(items.joined(separator: "\n"))\n</ul>"
        return "<h2>Rules of apple-app-site-association that were passed over</h2>\n\(list)"
    }
}
