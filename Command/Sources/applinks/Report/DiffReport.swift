@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// The output of `applinks diff`, by `Command/Sources/applinks/Help/Schemas/diff.schema.json`.
enum DiffReport {
    /// A difference as JSON, with the expected links that one version breaks; `nil` if there are no expectations.
    static func document(_ difference: SiteDifference.Document, _ changes: [ExpectationChange]?) -> JSONObject {
        var document: JSONObject = [
            "expectations": changes?.map { change -> JSONObject in
                [
                    "url": change.result.expectation.url.absoluteString,
                    "expected": change.result.expectation.text,
                    "before": change.before.rawValue,
                    "after": change.result.status.rawValue,
                    "reason": change.result.reason,
                    "fix": change.result.fix,
                ]
            }
        ]
        document.base = difference
        return document
    }

    /// One line for each change.
    static func lines(_ difference: SiteDifference) -> [String] {
        guard !difference.isEmpty else { return ["\(difference.host): no change"] }
        let changes =
            difference.links.map { ($0.platform, $0.description) }
            + difference.entries.map { ($0.platform, $0.description) }
        let lines = changes.map { platform, text in "\(difference.host), \(platform.title): \(text)" }
        return lines + (difference.omitted > 0 ? ["and \(difference.omitted) more changes"] : [])
    }

    /// One line for each expected link that one version breaks.
    static func lines(_ changes: [ExpectationChange]) -> [String] {
        changes.map { change in
            let name = "\(change.result.expectation.url.absoluteString) \(change.result.expectation.text)"
            return change.isBroken
                ? "broken: \(name): \(change.result.reason) \(change.result.fix)" : "no longer broken: \(name)"
        }
    }

    /// The expected links that one version breaks, for a pull request.
    static func markdown(_ changes: [ExpectationChange]) -> [String] {
        guard !changes.isEmpty else { return [] }
        let items = changes.map { change in
            let url = MarkdownText.code(change.result.expectation.url.absoluteString)
            let text = MarkdownText.plain(change.result.expectation.text)
            let reason = MarkdownText.plain("\(change.result.reason) \(change.result.fix)")
            return change.isBroken ? "- ❌ \(url) \(text): \(reason)" : "- ✅ \(url) \(text)"
        }
        return ["", "Expected links:", ""] + items
    }

    /// A list for a pull request.
    static func markdown(_ difference: SiteDifference) -> [String] {
        guard !difference.isEmpty else {
            return ["No link of \(MarkdownText.code(difference.host)) opens differently."]
        }
        var lines = ["Changes for links of \(MarkdownText.code(difference.host)):"]
        for platform in SiteDifference.Platform.allCases {
            let links = difference.links.filter { $0.platform == platform }
            let entries = difference.entries.filter { $0.platform == platform }
            guard !(links.isEmpty && entries.isEmpty) else { continue }
            lines += ["", "**\(platform.title)**", ""]
            lines += links.map { "- " + item($0) }
            lines += entries.map { entry in
                let certificate = entry.certificate.map { " with the certificate \(MarkdownText.code($0))" } ?? ""
                let verb = entry.effect == .gained ? "newly" : "no longer"
                return
                    "- \(MarkdownText.code(entry.service)) \(verb) names \(MarkdownText.code(entry.app))\(certificate)"
            }
        }
        if difference.omitted > 0 { lines += ["", "And \(difference.omitted) more changes."] }
        return lines
    }

    private static func item(_ change: SiteDifference.LinkChange) -> String {
        guard let example = change.example else {
            return "\(MarkdownText.code(change.app)): \(SiteDifference.undecidedRest)"
        }
        let words = SiteDifference.words(
            change.rule.map(MarkdownText.code),
            within: change.exclusion.map(MarkdownText.code),
            isPart: change.isPart
        )
        let links = "\(words), for example \(MarkdownText.code(example))"
        return switch change.effect {
        case .gained: "\(MarkdownText.code(change.app)) newly opens \(links)"
        case .lost: "\(MarkdownText.code(change.app)) **no longer opens** \(links)"
        case .undecided: "\(MarkdownText.code(change.app)): now undecided: \(links)"
        }
    }
}
