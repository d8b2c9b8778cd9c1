@_spi(Bolts) import BoltsAssociations

/// One route of a link on a device, and whether the site allows it.
///
/// Whether an app opens depends on the device too. Only a refusal by a file is certain.
///
/// ```swift
/// func show(_ route: LinkRoute) { print(route.kind, route.statement, route.place?.pointer ?? "") }
/// ```
public struct LinkRoute: Sendable, Hashable {
    /// The kind of route.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A universal link by Apple's file.
        case universalLink
        /// An Android App Link by Google's file.
        case appLink
        /// An app by Windows' file.
        case windowsApp
        /// A target of the page's `al:` tags, for apps that follow them.
        case appLinksTarget
        /// The Smart App Banner.
        case smartAppBanner
        /// An App Clip card.
        case appClip
        /// An `android-app:` alternate.
        case alternate
        /// Passwords and passkeys in an app, by Apple's file.
        case credentials
        /// Passwords in an app, by Google's file.
        case passwords
        /// Passkeys in an app, by Google's file.
        case passkeys
        /// Passkeys of one host on a page of another.
        case relatedOrigin
        /// The browser.
        case web
    }

    /// The outcome according to the site.
    public enum Outcome: String, Sendable, Hashable, CaseIterable {
        /// The route is open, under the conditions.
        case eligible
        /// A rule excludes the URL.
        case excluded
        /// The file names the app, but no rule matches the URL.
        case noMatch = "no-match"
        /// The file does not name the app, or any app.
        case appNotListed = "app-not-listed"
        /// The file has no `applinks` service.
        case noService = "no-service"
        /// The statements for the app lack the relation.
        case relationMissing = "relation-missing"
        /// The file does not list the origin of the page.
        case originNotListed = "origin-not-listed"
        /// The file lists the origin of the page after more names than browsers must read.
        case labelLimit = "label-limit"
        /// The file cannot be read.
        case fileInvalid = "file-invalid"
        /// The file could not be fetched.
        case fileUnreachable = "file-unreachable"
        /// The page's URL for the app has no scheme, so it cannot be opened.
        case targetInvalid = "target-invalid"
        /// Sources disagree about what the file means.
        case undecided
        /// The dynamic rules are malformed, so the manifest decides.
        case dynamicDiscarded = "dynamic-discarded"
    }

    /// A condition that the app's own files decide.
    public struct Fact: Sendable, Hashable {
        /// The condition.
        public let condition: LinkCondition
        /// Whether it holds.
        public let holds: Bool
        /// The observation and its file, as part of a sentence.
        public let text: String
    }

    /// The kind of route.
    public let kind: Kind
    /// The outcome according to the site.
    public private(set) var outcome: Outcome
    /// The app, by its id on the platform, or `nil` if none is named.
    public let app: String?
    /// The URL or store id that the route leads to, or `nil` for the link itself.
    public let target: String?
    /// The open conditions: those that only the device knows, and those that no file of the app decides.
    public private(set) var conditions: [LinkCondition]
    /// The conditions that the app's own files decide; empty if they were not read.
    public private(set) var facts: [Fact]
    /// The reason in one sentence.
    public private(set) var explanation: String
    /// The file or page that decides.
    public let file: String
    /// The rule or statement that decides, or `nil` if it is not in a JSON file.
    public let place: JSONPlace?
    /// The evidence for the interpretation of the file.
    public let evidence: [AssociationRule.Evidence]

    init(
        _ kind: Kind,
        _ outcome: Outcome,
        app: String? = nil,
        target: String? = nil,
        conditions: [LinkCondition] = [],
        facts: [Fact] = [],
        explanation: String,
        file: String,
        place: JSONPlace? = nil,
        evidence: [AssociationRule.Evidence] = []
    ) {
        self.kind = kind
        self.outcome = outcome
        self.app = app
        self.target = target
        self.conditions = conditions
        self.facts = facts
        self.explanation = explanation
        self.file = file
        self.place = place
        self.evidence = evidence
    }

    /// Whether the file makes verification fail for every app, instead of excluding the URL.
    var isUnverified: Bool {
        switch outcome {
        case .fileUnreachable, .fileInvalid, .appNotListed, .noService: true
        default: false
        }
    }

    /// Returns the route with an additional sentence.
    func explained(by sentence: String) -> LinkRoute {
        var route = self
        route.explanation += " \(sentence)"
        return route
    }

    /// Returns the route, if it is open, with more conditions and without some.
    func conditioned(by more: [LinkCondition], without others: [LinkCondition] = []) -> LinkRoute {
        guard isOpen else { return self }
        var route = self
        route.conditions = conditions.filter { !others.contains($0) } + more
        return route
    }

    /// Returns the route with facts instead of the conditions that they decide.
    func decided(by facts: [Fact]) -> LinkRoute {
        let known = Set(facts.map(\.condition))
        var route = self
        route.conditions.removeAll { known.contains($0) }
        route.facts = facts.filter { conditions.contains($0.condition) }
        return route
    }

    /// Returns the route, if its file was read, as decided by the file of another host: the parent domain of an app's wildcard.
    func decidedElsewhere(by domain: String) -> LinkRoute {
        guard outcome != .fileUnreachable, outcome != .fileInvalid else { return self }
        let name = Clip.clip(domain)
        var route = self
        route.outcome = .undecided
        route.explanation =
            "The app names the host only by *.\(name), and for that devices read the file of \(name), not this one."
        return route
    }

    /// Whether the route is available if its conditions are met.
    public var isOpen: Bool { outcome == .eligible || outcome == .dynamicDiscarded || outcome == .undecided }

    /// The outcome with its conditions, as one sentence.
    public var statement: String {
        let subject = app.map { "\(Clip.clip($0)): " } ?? ""
        guard isOpen, !conditions.isEmpty else { return "\(subject)\(outcome.rawValue). \(explanation)" }
        let list = conditions.map(\.sentence).joinedWithAnd()
        return "\(subject)\(outcome.rawValue), provided that \(list). \(explanation)"
    }
}
