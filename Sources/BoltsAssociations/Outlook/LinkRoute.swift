/// One way that a link may take on a device, and what the site says about it.
///
/// Nothing here says that an app opens: whether it does depends on the device. What is sure is what a file does not
/// allow.
///
/// ```swift
/// func show(_ route: LinkRoute) { print(route.kind, route.statement, route.place?.pointer ?? "") }
/// ```
public struct LinkRoute: Sendable, Hashable {
    /// What kind of route it is.
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
        /// The browser.
        case web
    }

    /// What the site says.
    public enum Outcome: String, Sendable, Hashable, CaseIterable {
        /// The route is open, under the conditions.
        case eligible
        /// A rule excludes the URL.
        case excluded
        /// The app is named, and no rule takes the URL.
        case noMatch = "no-match"
        /// The file does not name the app, or any app.
        case appNotListed = "app-not-listed"
        /// The file has no applinks.
        case noService = "no-service"
        /// The file cannot be read.
        case fileInvalid = "file-invalid"
        /// The file could not be fetched.
        case fileUnreachable = "file-unreachable"
        /// Sources disagree about what the file means.
        case undecided
        /// The dynamic rules are malformed, so that the manifest decides.
        case dynamicDiscarded = "dynamic-discarded"
    }

    /// What kind of route it is.
    public let kind: Kind
    /// What the site says.
    public let outcome: Outcome
    /// The app, by its id on the platform, or `nil` if none is named.
    public let app: String?
    /// The URL or store id that the route leads to, or `nil` if it is the link itself.
    public let target: String?
    /// What must hold on the device.
    public let conditions: [LinkCondition]
    /// Why, as one sentence.
    public let explanation: String
    /// The file or page that decides.
    public let file: String
    /// The rule or statement that decides, or `nil` if it is not in a JSON file.
    public let place: JSONPlace?
    /// What the reading of the file rests on.
    public let evidence: [AssociationRule.Evidence]

    init(
        _ kind: Kind,
        _ outcome: Outcome,
        app: String? = nil,
        target: String? = nil,
        conditions: [LinkCondition] = [],
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
        self.explanation = explanation
        self.file = file
        self.place = place
        self.evidence = evidence
    }

    /// Whether the route may be taken if its conditions hold.
    public var isOpen: Bool { outcome == .eligible || outcome == .dynamicDiscarded || outcome == .undecided }

    /// The outcome with its conditions, as one sentence.
    public var statement: String {
        let subject = app.map { "\(Clip.clip($0)): " } ?? ""
        guard isOpen, !conditions.isEmpty else { return "\(subject)\(outcome.rawValue). \(explanation)" }
        let list = conditions.map(\.sentence)
        let joined =
            list.count == 1 ? list[0] : list.dropLast().joined(separator: ", ") + " and " + (list.last ?? "")
        return "\(subject)\(outcome.rawValue), provided that \(joined). \(explanation)"
    }
}
