@_spi(Bolts) import BoltsAssociations

/// A place where a file or a page breaks a rule.
public struct Finding: Sendable, Hashable, CustomStringConvertible {
    /// The broken rule.
    public let rule: AssociationRule
    /// What is wrong here, as one sentence.
    public let message: String
    /// The file or URL of the finding.
    public let file: String
    /// The place in a JSON file, or `nil` for a page or a whole response.
    ///
    /// For the rules of an entry, the pointer names the rule, and the position is that of the exact value.
    public let place: JSONPlace?
    /// The tag, or `nil` for a file.
    public let element: String?

    /// The severity here: the rule's, unless facts about the whole site change it.
    public let severity: AssociationRule.Severity
    /// The fix here, as one or two sentences: the rule's fix, unless more is known.
    public let fix: String
    /// The change that would fix the finding, if it can be derived from the link, the app or the intention.
    let change: SuggestedChange?
    /// What the rule and the texts do not say to code, or `nil` for most findings.
    let detail: Detail?

    /// A fact that distinguishes a finding from others of its rule.
    enum Detail: Sendable, Hashable {
        /// Something that decides was not read.
        case unread
        /// The file is not served, and its text may be known.
        case unserved
        /// The file may exist, but the server's answer is another one, or was not read.
        case refused
        /// The file is not served, and the app's project has it.
        case undeployed
        /// The file is at another path: in a folder, or on the server.
        case misplaced
        /// The link or the app is for another host.
        case ofOtherHost
        /// The host's file lists the app.
        case listed
        /// The file of entitlements that a target is not signed with.
        case unsigned(String)
        /// The file's members are there, outside the service that they belong to.
        case unwrapped
        /// A known name is misspelled.
        case misspelled
        /// What is wrong is to be removed, because others limit the app's links.
        case needless
        /// The wrong identifier of an app, as it is written.
        case identifier(String)
        /// The name of a substitution variable, as it is written.
        case variable(String)
        /// What an app for Apple's devices lacks to receive links.
        case noViewReceiver, noApplicationReceiver
        /// A scene's delegate lacks something to receive links; which of a scene's methods it has, by their names.
        case scene(isCustomScheme: Bool, has: Set<String>)
        /// A project is set up for the link on the other platform, and not on this one.
        case ofOtherPlatform(isApple: Bool)
        /// A framework's own code gets the links.
        case ofFramework
        /// The app delegate must give links to the framework of that name.
        case handedOn(String)
    }

    init(
        _ rule: AssociationRule,
        _ message: String?,
        file: String,
        place: JSONPlace? = nil,
        element: String? = nil,
        severity: AssociationRule.Severity? = nil,
        fix: String? = nil,
        change: SuggestedChange? = nil,
        detail: Detail? = nil
    ) {
        self.rule = rule
        self.message = message ?? rule.summary
        self.file = file
        self.place = place
        self.element = element
        self.severity = severity ?? rule.severity
        self.fix = fix ?? rule.fix
        self.change = change
        self.detail = detail
    }

    func with(
        message: String? = nil,
        severity: AssociationRule.Severity? = nil,
        fix: String? = nil,
        change: SuggestedChange? = nil,
        detail: Detail? = nil
    ) -> Finding {
        Finding(
            rule,
            message ?? self.message,
            file: file,
            place: place,
            element: element,
            severity: severity ?? self.severity,
            fix: fix ?? self.fix,
            change: change ?? self.change,
            detail: detail ?? self.detail
        )
    }

    /// What a finding reports and where, without what a judgement adds: the severity, the fix and the edit.
    @_spi(Bolts) public struct Identity: Sendable, Hashable {
        private let rule: AssociationRule
        private let message: String
        private let file: String
        private let place: JSONPlace?
        private let element: String?

        /// `file` is the name of the file, if it differs from that in the finding.
        public init(_ finding: Finding, file: String? = nil) {
            rule = finding.rule
            message = finding.message
            self.file = file ?? finding.file
            place = finding.place
            element = finding.element
        }
    }

    /// Whether only links of the app's own schemes are lost.
    @_spi(Bolts) public var isAboutCustomScheme: Bool {
        if case .scene(isCustomScheme: true, _)? = detail { true } else { false }
    }

    /// The other files to which the finding, and its change, apply too.
    @_spi(Bolts) public var otherFiles: [String] {
        if case .domain(_, _, let files)? = change { files } else { [] }
    }

    /// Whether another finding reports the same at the same place; its severity, fix and edit may differ.
    func isSame(as other: Finding) -> Bool { Identity(self) == Identity(other) }

    /// Whether it says that the sources do not decide which app of Apple's file an app is.
    @_spi(Bolts) public var isOfUnknownApp: Bool { rule == .linkUndecided && detail == .unread && place == nil }

    /// Whether the file is there, at a path where no platform looks for it.
    var isOfMisplacedFile: Bool { detail == .misplaced || rule == .aasaRootOnly || rule == .aasaFileExtension }

    /// The finding in the format of compiler messages: `file:line:column: severity: message [rule-id]`.
    public var description: String {
        let position = place.map { ":\($0.position)" } ?? ""
        return "\(file)\(position): \(severity.rawValue): \(message) [\(rule.id)]"
    }
}

/// What to change so that a finding is gone, according to the check that found it; ``FindingFix`` turns it into edits of a file.
enum SuggestedChange: Sendable, Hashable {
    /// A name and a value of a `data` element.
    struct Attribute: Sendable, Hashable {
        let name: String
        let value: String
    }

    /// Change or add a rule in the site's file.
    case rule(RuleChange)
    /// Name an app in the site's file for links, and on Android for signing in too, instead of another identifier if there is one.
    case list(app: String, fingerprints: [String], instead: String?, signsIn: Bool = false)
    /// Name an app for a service other than links in Apple's file, instead of another identifier if there is one.
    case service(String, app: String, instead: String?)
    /// Add a certificate to the statement of a package.
    case fingerprint(String, package: String)
    /// Add a relation to the statement of a package.
    case relation(AssetRelation, package: String)
    /// Change a value of an intent filter.
    case attribute(String, old: String, new: String)
    /// Change a value where the sources state it, on the line with its name.
    case statement(String, old: String, new: String)
    /// Add a path to an intent filter, instead of another one if there is one.
    case path(Attribute, instead: Attribute?)
    /// Add a scheme to an intent filter.
    case scheme(String)
    /// Add an intent filter for a host and some paths to the main activity.
    case host(String, paths: [Attribute])
    /// Add a service and a host to the entitlement, instead of another value if there is one, and in other files too.
    case domain(String, instead: String?, alsoIn: [String] = [])
    /// Set a build setting next to the literal bundle identifier of a target.
    case setting(String, String, beside: String)
    /// Add a name to the list `include` of Jekyll's settings.
    case inclusion(String)
    /// Change the key of the entitlement.
    case entitlementKey(String)
}
