@_spi(Bolts) import BoltsAssociations
import Foundation

/// The sentences of answers.
extension VerdictBuilder {
    func opening(_ route: LinkRoute, _ link: URL, others: Int) -> String {
        let app = Clip.clip(route.app ?? "an app")
        let rest = others > 0 ? " (and \(others) more app\(others == 1 ? "" : "s"))" : ""
        let place = route.place.map { " at \(Self.name(route.file)):\($0.position)" } ?? ""
        let port = SiteAddress.otherPort(of: link) == nil ? "" : ", which is for every port of the host"
        let isChosen = others > 0 && url != nil && route.kind == .universalLink
        let choice = isChosen ? " If several are installed, the device chooses one." : ""
        return
            "\(app)\(rest) may open \(url == nil ? Clip.clip(link.absoluteString) : "it"), by \(authority(route, link))\(place)\(port).\(choice)"
    }

    /// The rule or statement that lets the app open the link, in words.
    private func authority(_ route: LinkRoute, _ link: URL) -> String {
        switch route.kind {
        case .universalLink:
            let file = site.appleCDNCopy ?? site.appSiteAssociation
            guard let rule = route.app.flatMap({ file?.decision(for: link, app: $0).rule }) else {
                return "its entry, which has no rules,"
            }
            return "the rule for \(rule.summary)"
        case .appLink:
            let decision = route.app.map { androidDecision($0, link) }
            return decision?.rule != nil && route.place?.pointer == decision?.place?.pointer
                && route.conditions.contains(.dynamicRulesFetched) ? "the dynamic rule" : "the statement"
        default: return "a path of the file"
        }
    }

    /// The last part of a file's address, or all of it if that is not informative.
    private static func name(_ file: String) -> String {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        return LinkFamily.allCases.contains { $0.fileName == name } ? name : Clip.clip(file)
    }

    /// A finding's message with its place, to follow a colon.
    static func placed(_ finding: Finding) -> String {
        var text = finding.message
        let openings = ["The ", "A ", "An ", "No ", "None ", "All ", "It ", "Sources ", "There ", "Two ", "By "]
        if openings.contains(where: text.hasPrefix) { text = text.lowercasedFirst }
        let position: String
        if let place = finding.place {
            let own = "\(name(finding.file)):\(place.position)"
            // Without brackets, a place after several clauses would seem to belong only to the last one.
            position = isOneClause(text) ? " at \(own)" : " (\(own))"
        } else {
            // A site has one file of each kind, but an app has many, so an app's file is named.
            let file = ([finding.file] + finding.otherFiles).clippedList(5)
            guard !file.contains("://"), !file.hasPrefix("--"), !text.contains(file) else { return text }
            // The rest of a message about an unread part names another file.
            position = finding.detail == .unread && !isOneClause(text) ? " (\(file))" : " in \(file)"
            if let end = text.range(of: "; ") {
                return text[..<end.lowerBound] + position + text[end.lowerBound...]
            }
        }
        // The place belongs to the first sentence.
        if let end = text.range(of: ". ") { return text[..<end.lowerBound] + position + text[end.lowerBound...] }
        return text.hasSuffix(".") ? text.dropLast() + position + "." : text + position
    }

    /// Whether a message's first sentence is one clause, so that a place at its end applies to all of it.
    private static func isOneClause(_ text: String) -> Bool {
        let sentence = text.firstRange(of: ". ").map { text[..<$0.lowerBound] } ?? text[...]
        var isQuoted = false
        for place in sentence.indices where sentence[place] == "\"" || !isQuoted {
            if sentence[place] == "\"" { isQuoted.toggle() }
            let rest = sentence[place...]
            // A quotation after a colon belongs to the place.
            if rest.hasPrefix(", ") || rest.hasPrefix("; ") || rest.hasPrefix(": ") && !rest.hasPrefix(": \"") {
                return false
            }
        }
        return true
    }
}
