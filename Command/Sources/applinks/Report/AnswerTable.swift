import BoltsAppLinks
import BoltsBase
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// The answers to the question whether links open apps, as a table.
///
/// Sign, devices, word and app are in a row; the cause, the place and the fix are below it. The output is the same for a
/// terminal of 80 columns and a pipe.
enum AnswerTable {
    private static let indent = "    "

    struct Row {
        let lines: [StyledText]
        /// The number of lines before the text of a file to serve or another long fix; if nothing remains to be done, before the
        /// reason.
        let headCount: Int
        /// Whether something remains to be done: no app opens the link, or this is undecided.
        let isOpen: Bool
    }

    /// A row for each answer: `rules` are those to name after a fix, all if it is `nil`; `file` returns the path of a finding's
    /// local file, `fix` the lines of its fix; `isComplete` adds what else may keep an app from opening the link.
    static func rows(
        _ answers: [LinkVerdict.Answer],
        naming rules: Set<String>? = nil,
        file: (Finding) -> String? = { _ in nil },
        fix: (Finding) -> [String] = { _ in [] },
        isComplete: Bool = false
    ) -> [Row] {
        let parts = answers.map(Parts.init)
        let width = parts.map(\.devices.count).max() ?? 0
        // A cause that several devices share is stated once.
        var said: [Finding: String] = [:]
        var lastFix: String?
        var served: Set<AssociationRule> = []
        return zip(answers, parts).map { answer, part in
            let space = String(repeating: " ", count: width - part.devices.count)
            var row = StyledText("\(part.sign) \(part.devices)\(space)  ")
            row.append(part.word, part.style)
            var lines = [row]
            var headCount: Int?
            let app = [part.app, part.host.map { "(\($0))" } ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
            if !app.isEmpty {
                if 4 + width + part.word.count + 1 + app.count <= WrappedText.width {
                    lines[0].append(" \(app)")
                } else {
                    lines.append(StyledText(indent + app))
                }
            }
            let rowCount = lines.count
            let known = answer.finding.flatMap { said[$0] }
            let isSaid = known.map(part.rest.hasPrefix) ?? false
            var rest = String(part.rest.dropFirst(isSaid ? known?.count ?? 0 : 0))
            if let finding = answer.finding, let place = finding.place, let path = file(finding) {
                // Editors open a place by its full path.
                let name = path.split(separator: "/").last.map(String.init) ?? path
                rest = rest.replacing("\(name):\(place.position)", with: "\(path.sanitized()):\(place.position)")
            }
            lines += wrapped(isSaid ? "for the same reason.\(rest)" : rest)
            if let finding = answer.finding, known == nil {
                said[finding] = part.rest
                let more = fix(finding)
                // For another missing file, its path and text are enough.
                let isFile = more.first?.hasPrefix("file: ") == true
                if !isFile || served.insert(finding.rule).inserted {
                    lines += wrapped(
                        finding.fix == lastFix ? "fix: the same." : "fix: \(finding.fix)",
                        tag: rules?.contains(finding.rule.id) ?? true ? finding.rule.id : nil
                    )
                    lastFix = finding.fix
                }
                headCount = lines.count
                lines += more.map { StyledText(indent + $0.sanitized()) }
            } else if answer.finding == nil, let fix = answer.fix {
                lines += wrapped("fix: \(fix)")
            }
            if isComplete, answer.outcome == .opens, let advice = answer.advice {
                lines += wrapped("if it does not: \(advice)")
            }
            let isOpen = answer.outcome == .closed || answer.outcome == .undecided
            return Row(lines: lines, headCount: isOpen ? headCount ?? lines.count : rowCount, isOpen: isOpen)
        }
    }

    /// A sentence below a row, followed by the id of a rule.
    static func wrapped(_ text: String, tag: String? = nil) -> [StyledText] {
        guard !text.isEmpty else { return [] }
        let end = tag.map { "[\($0)]" } ?? ""
        let lines = WrappedText.lines("\(text) \(end)", width: WrappedText.width - indent.count, indent: 2)
        return lines.enumerated().map { index, line in
            guard tag != nil, index == lines.count - 1 else { return StyledText(indent + line) }
            var styled = StyledText(indent + line.dropLast(end.count))
            styled.append(end, .faint)
            return styled
        }
    }

    /// A sentence that begins at the left margin.
    static func plain(_ text: String) -> [StyledText] {
        WrappedText.lines(text, width: WrappedText.width, indent: 2).map { StyledText($0) }
    }

    /// The columns of a row, and the rest of the answer's sentence, so that nothing is stated twice.
    private struct Parts {
        let sign: String
        let style: TextStyle
        var word: String
        var devices: String
        var app = ""
        var host: String?
        var rest: String

        init(_ answer: LinkVerdict.Answer) {
            let beginnings: [String]
            switch answer.outcome {
            case .opens: (sign, style, word, beginnings) = ("\u{2713}", .success, "may open", [])
            case .closed: (sign, style, word, beginnings) = ("\u{2717}", .error, "opens no app", ["opens no app"])
            case .undecided:
                (sign, style, word, beginnings) = ("?", .warning, "not decided", ["may open an app or not"])
            case .excluded:
                (sign, style, word, beginnings) = ("\u{2013}", .note, "stays in the browser", ["stays in the browser"])
            case .notNamed: (sign, style, word, beginnings) = ("\u{2013}", .note, "opens no app", ["opens no app"])
            }
            // Answers about signing in use other words.
            let offer = answer.text
            if answer.outcome != .opens, offer.hasPrefix("not offered in ") || offer.hasPrefix("offered in no app") {
                word = "not offered"
            } else if answer.outcome == .opens, offer.contains(" may be offered in ") {
                word = "offered"
            } else if offer.hasPrefix("Pages of ") {
                word = answer.outcome == .opens ? "allowed" : answer.outcome == .closed ? "refused" : word
            }
            devices = answer.name.replacing("iPhone, iPad, Mac and Apple's other devices", with: "Apple's devices")
            rest = answer.text.sanitized()
            if word == "not offered" {
                rest.trimPrefix("not ")
                rest.trimPrefix("offered ")
            }
            // If there are answers for several hosts, each begins with its own.
            if let name = answer.url.host(), rest.hasPrefix("\(name): ") {
                host = name
                rest.removeFirst(name.count + 2)
            }
            if answer.outcome == .opens {
                app = answer.app?.sanitized(limit: 200) ?? ""
                if !app.isEmpty, rest.hasPrefix("\(app) may open ") {
                    rest.removeFirst(app.count + 10)
                    if rest.hasPrefix("it, ") { rest.removeFirst(4) }
                } else {
                    app = ""
                }
                // For a whole site one link is a sample.
                if rest.hasPrefix("http") {
                    rest = "for " + rest
                } else if host == nil, word == "may open", answer.devices.contains(.iphone) {
                    rest +=
                        " Typed into Safari, or tapped on a page of the same host, it stays there by Apple's design."
                }
            } else if let beginning = beginnings.first(where: rest.hasPrefix) {
                rest.removeFirst(beginning.count)
                rest = String(rest.trimmingPrefix { ": ,".contains($0) })
            }
        }
    }
}
