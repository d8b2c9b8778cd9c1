@_spi(Bolts) import BoltsAssociations
import BoltsBase
public import Foundation

/// The rules of one app on one platform, with their places in the description.
struct DescribedRules: Sendable, Hashable {
    struct Rule: Sendable, Hashable {
        let link: SiteDescription.Link
        let excludes: Bool
        let pointer: String

        var path: DescribedPath { DescribedPath(link.path) }

        /// The query items in a fixed order.
        var query: [(name: String, pattern: String)] {
            link.query.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        }
    }

    /// The exclusions, followed by the opening rules.
    let rules: [Rule]

    var exclusions: [Rule] { rules.filter(\.excludes) }
    var openings: [Rule] { rules.filter { !$0.excludes } }

    var opensEverything: Bool {
        exclusions.isEmpty
            && openings.contains { $0.path.form == .everything && $0.link.query.isEmpty && $0.link.fragment == nil }
    }

    init(_ description: SiteDescription, app: SiteDescription.App, on platform: SiteDescription.Platform) {
        func rules(_ links: [SiteDescription.Link], _ key: String, excludes: Bool) -> [Rule] {
            links.enumerated().compactMap { index, link in
                guard link.apps?.contains(app.name) ?? true, link.platforms?.contains(platform) ?? true else {
                    return nil
                }
                return Rule(link: link, excludes: excludes, pointer: "/\(key)/\(index)")
            }
        }
        self.rules =
            rules(description.exclude, "exclude", excludes: true) + rules(description.open, "open", excludes: false)
    }

    /// The first rule that matches a link of the site, or `nil` if none does.
    func rule(for url: String) -> Rule? {
        guard let text = WebURLText(url) else { return nil }
        return rules.first { Self.holds($0, for: text) }
    }

    private static func holds(_ rule: Rule, for text: WebURLText) -> Bool {
        let folds = !rule.link.isCaseSensitive
        func matches(_ pattern: some Sequence<UInt8>, _ value: [UInt8]) -> Bool {
            let tokens = WildcardPattern.tokens(simple: String(decoding: Array(pattern), as: UTF8.self))
            let compiled = WildcardPattern(tokens: tokens, foldsCase: folds)
            var budget = MatchBudget()
            let folded = folds ? value.map(\.asciiLowercased)[...] : value[...]
            return compiled.matches(folded.span, variables: [], budget: &budget)
        }
        let path = PathNormalization.normalize(text.path)
        guard matches(PathNormalization.normalize(Array(rule.link.path.utf8)), path) else { return false }
        if let fragment = rule.link.fragment, !matches(fragment.utf8, text.fragment) { return false }
        return rule.link.query.allSatisfy { name, pattern in
            let values = text.items.filter { $0.name.elementsEqual(name.utf8) }.map(\.value)
            return !values.isEmpty && values.allSatisfy { matches(pattern.utf8, $0) }
        }
    }
}

extension SiteDescription {
    /// Returns the apps that may open a link according to the description, in its order; empty if the link stays in the
    /// browser.
    public func apps(opening url: URL, on platform: Platform? = nil) -> [App] {
        guard let host = url.host()?.lowercased(), covers(host: host) else { return [] }
        return apps.filter { app in
            app.platforms.contains { candidate in
                (platform ?? candidate) == candidate
                    && DescribedRules(self, app: app, on: candidate).rule(for: url.absoluteString)?.excludes == false
            }
        }
    }

    func covers(host: String) -> Bool {
        hosts.contains { name in
            let name = name.lowercased()
            guard name.hasPrefix("*.") else { return name == host }
            return host.count >= name.count && host.hasSuffix(name.dropFirst())
        }
    }
}
