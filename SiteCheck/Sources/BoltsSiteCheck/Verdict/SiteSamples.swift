@_spi(Bolts) import BoltsAssociations
import Foundation

/// URLs of a site that its own rules allow, for judging it without a link.
enum SiteSamples {
    /// The maximum number of rules to try.
    private static let maximumRules = 50

    /// A URL that a rule of Apple's file is meant to allow, preferably one that it does allow, or `nil` if no rule allows anything.
    static func apple(_ site: SiteAssociations) -> URL? {
        guard let file = site.appSiteAssociation else { return home(site) }
        let entries = file.file.entries.filter { entry in
            entry.identifiers.contains { AppleIdentifierCheck.defect($0) == nil }
        }
        guard !entries.isEmpty else { return home(site) }
        // If no entry has rules, no link is allowed; any URL shows that.
        if entries.allSatisfy({ $0.form != .everything && $0.rules.isEmpty }) { return home(site) }
        var first: URL?
        var tried = 0
        for entry in entries {
            guard let app = entry.identifiers.first(where: { AppleIdentifierCheck.defect($0) == nil }) else { continue }
            if entry.form == .everything { return home(site) }
            for rule in entry.rules where !rule.excludes {
                tried += 1
                guard tried <= maximumRules else { return first }
                guard let url = url(rule, file, site) else { continue }
                if file.decision(for: url, app: app).outcome == .match { return url }
                first = first ?? url
            }
        }
        return first
    }

    /// Returns a URL that a statement or a dynamic rule of Google's file allows.
    static func android(_ site: SiteAssociations) -> URL? {
        for statement in site.assetStatements.prefix(maximumRules) {
            guard let node = DynamicRules.node(in: statement.node), let rules = try? DynamicRules(node) else {
                continue
            }
            for rule in rules.rules where !rule.excludes {
                if let url = url(of: rule, site) { return url }
            }
        }
        return home(site)
    }

    /// Returns a URL for each rule of the site's files, including excluding ones.
    static func all(_ site: SiteAssociations) -> [URL] {
        let apple = site.appSiteAssociation.map { file in
            file.file.entries.flatMap(\.rules).prefix(maximumRules).compactMap { url($0, file, site) }
        }
        let android = site.assetStatements.prefix(maximumRules).flatMap { statement -> [URL] in
            guard let node = DynamicRules.node(in: statement.node), let rules = try? DynamicRules(node) else {
                return []
            }
            return rules.rules.prefix(maximumRules).compactMap { url(of: $0, site) }
        }
        return (apple ?? []) + android + [home(site)].compactMap(\.self)
    }

    private static func url(of rule: DynamicRules.Rule, _ site: SiteAssociations) -> URL? {
        var text = path(rule.path?.text ?? "/*")
        let items = rule.query.map { "\(escaped($0.name))=\(escaped(value($0.pattern.text)))" }
        if !items.isEmpty { text += "?" + items.joined(separator: "&") }
        return URL(string: "https://\(site.host)\(text)")
    }

    static func home(_ site: SiteAssociations) -> URL? { URL(string: "https://\(site.host)/") }

    private static func url(_ rule: AppleRule, _ file: AppSiteAssociation, _ site: SiteAssociations) -> URL? {
        let values = file.file.document.root["applinks"]?["substitutionVariables"]
        func sample(_ text: String) -> String { value(substituted(text, values)) }
        var compared = rule.path?.text ?? "/*"
        // A path without a wildcard is compared with a slash at its end, which its links need not have.
        if compared.hasSuffix("/"), rule.written?.hasSuffix("/") == false { compared.removeLast() }
        let pattern = substituted(compared, values)
        var text = path(pattern)
        // A query in the pattern of a path was meant as the link's query.
        if case .anything = rule.query, let mark = ApplePatternCheck.queryMark(Array(pattern.utf8)) {
            let (before, after) = (pattern.utf8.prefix(mark), pattern.utf8.dropFirst(mark + 1))
            text = path(String(Substring(before))) + "?" + escaped(value(String(Substring(after))))
        }
        switch rule.query {
        case .anything: break
        case .whole(let pattern): text += "?" + escaped(sample(pattern.text))
        case .items(let items):
            text += "?" + items.map { "\(escaped($0.name))=\(escaped(sample($0.pattern.text)))" }.joined(separator: "&")
        }
        if let fragment = rule.fragment { text += "#" + escaped(sample(fragment.text)) }
        return URL(string: "https://\(site.host)\(text)")
    }

    private static let builtIn = [
        "alpha": "a", "upper": "A", "lower": "a", "alnum": "a", "digit": "1", "xdigit": "a", "region": "US",
        "lang": "en",
    ]

    private static func substituted(_ text: String, _ values: JSONNode?) -> String {
        guard text.contains("$(") else { return text }
        var result = ""
        var rest = text[...]
        while let start = rest.range(of: "$("), let end = rest[start.upperBound...].firstIndex(of: ")") {
            let name = String(rest[start.upperBound..<end])
            result += rest[..<start.lowerBound]
            result += values?[name]?.elements.flatMap { Array($0).first?.string } ?? builtIn[name] ?? "x"
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    /// Returns a text that a pattern matches.
    private static func value(_ pattern: String) -> String {
        pattern.replacing("?*", with: "x").replacing("*", with: "x").replacing("?", with: "x")
    }

    /// Returns a path that a pattern of Android's dynamic rules matches, or nearly matches.
    static func path(of rule: DynamicRules.Rule) -> String { value(rule.path?.text ?? "/") }

    /// Returns the URL of a path without escapes.
    static func url(_ site: SiteAssociations, path: String) -> URL? {
        URL(string: "https://\(site.host)\(path.hasPrefix("/") ? "" : "/")\(escaped(path))")
    }

    private static func path(_ pattern: String) -> String {
        let text = escaped(value(pattern))
        return text.hasPrefix("/") ? text : "/" + text
    }

    private static let allowed = CharacterSet(charactersIn: "\u{21}"..."\u{7E}").subtracting(
        CharacterSet(charactersIn: "#?[]\"<>\\^`{|}")
    )

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: allowed) ?? text
    }
}
