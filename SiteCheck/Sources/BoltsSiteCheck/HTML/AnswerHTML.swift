import BoltsAssociations
import BoltsBase
public import Foundation

/// The answer for a link as HTML: a card for each family of devices, the deciding lines of the files, and the open conditions.
///
/// All text in it may come from a site, and is escaped.
@_spi(Bolts)
public struct AnswerHTML: Sendable {
    /// What the answer is about.
    public enum Subject: Sendable {
        case links
        case signIn
    }

    private let url: URL
    private let answers: [LinkVerdict.Answer]
    private let devices: [DeviceRoutes.Device]
    private let files: [String: [UInt8]]
    private let subject: Subject

    /// Creates the answer for a link; the deciding lines of the files of `site` are shown, if there is one.
    public init(
        url: URL,
        answers: [LinkVerdict.Answer],
        devices: [DeviceRoutes.Device],
        site: SiteAssociations?,
        subject: Subject = .links
    ) {
        self.url = url
        self.answers = answers
        self.devices = devices
        self.subject = subject
        let responses = [site?.appleResponse, site?.appleCDNResponse, site?.androidResponse, site?.windowsResponse]
        files = Dictionary(
            responses.compactMap { response in response?.bytes.map { (response?.url.absoluteString ?? "", $0) } },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The link and the answer in a few words, as text.
    public var title: String {
        let link = url.absoluteString.prefix(200)
        let opening = answers.filter { $0.outcome == .opens }.map(\.name)
        guard !opening.isEmpty else {
            return "\(link): \(words(answers.first?.outcome ?? .notNamed).word.lowercased())"
        }
        return "\(link): \(words(.opens).word.lowercased()) on \(opening.joined(separator: ", "))"
    }

    // MARK: - Cards

    /// The cards, each with the devices, a sign and a word, the answer and the fix; empty if there is no answer.
    public func cards(level: Int) -> String { Self.cards(answers, level: level, subject) { anchor(of: $0) } }

    /// The cards of answers without the deciding lines; empty if there is no answer.
    public static func cards(_ answers: [LinkVerdict.Answer], level: Int) -> String {
        cards(answers, level: level, .links) { _ in nil }
    }

    private static func cards(
        _ answers: [LinkVerdict.Answer],
        level: Int,
        _ subject: Subject,
        _ anchor: (LinkVerdict.Answer) -> (id: String, name: String)?
    ) -> String {
        guard !answers.isEmpty else { return "" }
        let cards = answers.map { answer in
            let (sign, word) = Self.words(answer.outcome, subject)
            var lines = [
                "<h\(level)>\(HTMLPage.escaped(answer.name))</h\(level)>",
                "<p class=\"word\"><span aria-hidden=\"true\">\(sign)</span> \(word)</p>",
                "<p>\(HTMLPage.escaped(upperFirst(answer.text), limit: maximumText))</p>",
            ]
            if let fix = answer.fix {
                lines.append("<p class=\"quiet\">How to fix it:</p>")
                lines.append("<pre class=\"fix\">\(HTMLPage.escaped(fix, limit: maximumFix))</pre>")
            }
            let lead = anchor(answer).map {
                "<a href=\"#\($0.id)\">Lines of \(HTMLPage.escaped($0.name, limit: maximumName))</a>"
            }
            let rule = answer.finding.map { "<code>\(HTMLPage.escaped($0.rule.id))</code>" }
            let last = [lead, rule].compactMap(\.self)
            if !last.isEmpty { lines.append("<p class=\"quiet\">\(last.joined(separator: " · "))</p>") }
            return "<article class=\"card \(answer.outcome.rawValue)\">\n\(lines.joined(separator: "\n"))\n</article>"
        }
        return "<div class=\"answers\">\n\(cards.joined(separator: "\n"))\n</div>"
    }

    private func words(_ outcome: LinkVerdict.Outcome) -> (sign: String, word: String) { Self.words(outcome, subject) }

    private static func words(_ outcome: LinkVerdict.Outcome, _ subject: Subject) -> (sign: String, word: String) {
        switch (outcome, subject) {
        case (.opens, .links): ("✓", "Opens an app")
        case (.undecided, _): ("?", "Not decided")
        case (.excluded, .links): ("–", "Stays in the browser on purpose")
        case (.closed, .links): ("✗", "Stays in the browser")
        case (.notNamed, .links): ("–", "Stays in the browser: no app")
        case (.opens, .signIn): ("✓", "Offered in an app")
        case (.excluded, .signIn), (.closed, .signIn): ("✗", "Not offered in an app")
        case (.notNamed, .signIn): ("–", "Not offered: no app")
        }
    }

    // The maximum size of a text in bytes. Every limited text comes from the site; a page with all devices has at most 60 kB
    // including them.
    private static let maximumText = 800
    private static let maximumFix = 1_600
    private static let maximumName = 160

    private static func upperFirst(_ text: String) -> String {
        // An app's identifier keeps its letter case.
        let word = text.prefix { $0 != " " }
        return word.contains(".") || word.contains("*") ? text : text.prefix(1).uppercased() + text.dropFirst()
    }

    // MARK: - Lines that decide

    /// The file and the value that decide an answer.
    private func decision(on answer: LinkVerdict.Answer) -> (file: String, place: JSONPlace)? {
        if let finding = answer.finding { return finding.place.map { (finding.file, $0) } }
        guard let route = opening(answer) else { return nil }
        return route.place.map { (route.file, $0) }
    }

    /// The route by which an app opens the link.
    private func opening(_ answer: LinkVerdict.Answer) -> LinkRoute? {
        let own = devices.first { answer.devices.contains($0.device) }?.routes ?? []
        return own.first { $0.isOpen && $0.app == answer.app && Self.isDecided($0.kind) }
    }

    /// Whether the cards cover routes of a kind.
    private static func isDecided(_ kind: LinkRoute.Kind) -> Bool {
        switch kind {
        case .universalLink, .appLink, .windowsApp, .credentials, .passwords, .passkeys: true
        default: false
        }
    }

    /// The files in the order of the answers that they decide, with the values.
    private var decisions: [(file: String, places: [JSONPlace])] {
        var decisions: [(file: String, places: [JSONPlace])] = []
        for answer in answers {
            guard let (file, place) = decision(on: answer), files[file] != nil else { continue }
            if let known = decisions.firstIndex(where: { $0.file == file }) {
                if !decisions[known].places.contains(place) { decisions[known].places.append(place) }
            } else {
                decisions.append((file, [place]))
            }
        }
        return decisions
    }

    private func anchor(of answer: LinkVerdict.Answer) -> (id: String, name: String)? {
        guard let (file, place) = decision(on: answer), let number = decisions.firstIndex(where: { $0.file == file })
        else { return nil }
        return ("file-\(number + 1)", "\(Self.name(of: file)):\(place.position)")
    }

    private static func name(of file: String) -> String { file.split(separator: "/").last.map(String.init) ?? file }

    /// The deciding lines of the files, highlighted; empty if none is known.
    public var lines: String {
        let figures = decisions.enumerated().map { number, decision in
            let excerpt = FileExcerpt(files[decision.file] ?? [], places: decision.places)
            return """
                <figure id="file-\(number + 1)">
                <figcaption><a href="\(HTMLPage.escaped(decision.file))" rel="noreferrer">\(HTMLPage.escaped(decision.file))</a></figcaption>
                <pre class="lines" tabindex="0" role="group" aria-label="\(HTMLPage.escaped(Self.name(of: decision.file)))"><code>\(excerpt.html)</code></pre>
                </figure>
                """
        }
        return figures.isEmpty ? "" : "<h2>The lines that decide</h2>\n\(figures.joined(separator: "\n"))"
    }

    // MARK: - More

    /// The collapsed text below the cards: conditions that only a device knows, and other routes.
    public var rest: String {
        let conditions = answers.compactMap(opening).flatMap(\.conditions)
        let sentences = conditions.map(\.sentence).distinct()
        var parts: [String] = []
        if !sentences.isEmpty {
            let items = sentences.map { "<li>\(HTMLPage.escaped(Self.upperFirst($0)))</li>" }
            parts.append(
                "<details><summary>What only the device knows (\(items.count))</summary>\n"
                    + "<ul>\(items.joined())</ul></details>"
            )
        }
        let routes = Self.routes(devices) { route in
            route.kind != .web && !(Self.isDecided(route.kind) && answers.contains { $0.app == route.app })
        }
        if !routes.isEmpty { parts.append("<details><summary>Other apps and tags</summary>\n\(routes)</details>") }
        return parts.joined(separator: "\n")
    }

    private static let maximumFindings = 20
    private static let maximumRoutes = 40

    /// The findings that are not on a card, the worst first, collapsed; empty if there are none.
    public func others(_ findings: [Finding], room: Int = .max) -> String {
        let known = Set(answers.compactMap(\.finding))
        let others = findings.filter { !known.contains($0) }
        guard !others.isEmpty else { return "" }
        let sorted = AssociationRule.Severity.allCases.sorted(by: >).flatMap { severity in
            others.filter { $0.severity == severity }
        }
        func list(_ cards: [String]) -> String {
            let left = sorted.count - cards.count
            let more = left > 0 ? "\n<p class=\"quiet\">And \(left) more.</p>" : ""
            return "<details><summary>Other findings (\(sorted.count))</summary>\n"
                + "\(cards.joined(separator: "\n"))\(more)</details>"
        }
        var free = room - list([]).utf8.count
        guard free >= 0 else { return "" }
        var cards: [String] = []
        for finding in sorted.prefix(Self.maximumFindings) {
            let card = Self.card(finding)
            free -= card.utf8.count + 1
            guard free >= 0 else { break }
            cards.append(card)
        }
        return list(cards)
    }

    /// The routes of the devices; devices with the same routes are listed together.
    private static func routes(_ devices: [DeviceRoutes.Device], where isShown: (LinkRoute) -> Bool) -> String {
        let groups = devices.map { (name: $0.device.name, routes: $0.routes.filter(isShown)) }
            .filter { !$0.routes.isEmpty }.grouped(by: \.routes)
        var room = maximumRoutes
        var lists: [String] = []
        for group in groups {
            let routes = group[0].routes
            let shown = routes.prefix(room)
            room -= shown.count
            let more = routes.count > shown.count ? "<li>And \(routes.count - shown.count) more.</li>" : ""
            lists.append("<h3>\(HTMLPage.escaped(group.map(\.name).joined(separator: ", ")))</h3>")
            lists.append("<ul>\(shown.map(item).joined(separator: "\n"))\(more)</ul>")
        }
        return lists.joined(separator: "\n")
    }

    private static func item(_ route: LinkRoute) -> String {
        var text = "<strong>\(route.kind.title)</strong>: "
        if let app = route.app { text += "<code>\(HTMLPage.escaped(app))</code>, " }
        text += "\(route.outcome.rawValue.replacing("-", with: " ")). \(HTMLPage.escaped(route.explanation))"
        if let target = route.target { text += " Leads to <code>\(target.sanitized(limit: 300).htmlEscaped())</code>." }
        for fact in route.facts { text += " \(fact.holds ? "Seen" : "Not so"): \(HTMLPage.escaped(fact.text))." }
        return "<li>\(text)</li>"
    }

    /// A finding as a card.
    public static func card(
        _ finding: Finding,
        severity: AssociationRule.Severity? = nil,
        file: String? = nil,
        how: String = ""
    ) -> String {
        let severity = (severity ?? finding.severity).rawValue
        let place = (file ?? finding.file) + (finding.place.map { ":\($0.position)" } ?? "")
        let details = [place, finding.place?.pointer ?? finding.element ?? "", finding.rule.id].filter { !$0.isEmpty }
        // Lines are escaped separately, because a line break within one would be shown as an escape.
        let fix = ([finding.fix] + how.split(separator: "\n").map(String.init)).map { HTMLPage.escaped($0) }
        return """
            <article class="card finding \(severity)">
            <h3><span class="kind">\(severity)</span> \(HTMLPage.escaped(finding.message))</h3>
            <p>\(HTMLPage.escaped(finding.rule.reason))</p>
            <pre class="fix">\(fix.joined(separator: "\n"))</pre>
            <p class="quiet">\(details.map { "<code>\(HTMLPage.escaped($0))</code>" }.joined(separator: " · "))</p>
            </article>
            """
    }
}

extension LinkRoute.Kind {
    /// The name of a kind of route.
    @_spi(Bolts) public var title: String {
        switch self {
        case .universalLink: "universal link"
        case .appLink: "Android App Link"
        case .windowsApp: "Windows app"
        case .appLinksTarget: "App Links tag"
        case .smartAppBanner: "Smart App Banner"
        case .appClip: "App Clip"
        case .alternate: "alternate"
        case .credentials: "passwords and passkeys"
        case .passwords: "passwords"
        case .passkeys: "passkeys"
        case .relatedOrigin: "passkeys on this page"
        case .web: "browser"
        }
    }
}
