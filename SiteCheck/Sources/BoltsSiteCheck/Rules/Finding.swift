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
    /// The edit that would end it, where more is known than its place: the link, the app, or what was meant.
    let change: SuggestedChange?

    init(
        _ rule: AssociationRule,
        _ message: String?,
        file: String,
        place: JSONPlace? = nil,
        element: String? = nil,
        severity: AssociationRule.Severity? = nil,
        fix: String? = nil,
        change: SuggestedChange? = nil
    ) {
        self.rule = rule
        self.message = message ?? rule.summary
        self.file = file
        self.place = place
        self.element = element
        self.severity = severity ?? rule.severity
        self.fix = fix ?? rule.fix
        self.change = change
    }

    func with(
        message: String? = nil,
        severity: AssociationRule.Severity? = nil,
        fix: String? = nil,
        change: SuggestedChange? = nil
    ) -> Finding {
        Finding(
            rule,
            message ?? self.message,
            file: file,
            place: place,
            element: element,
            severity: severity ?? self.severity,
            fix: fix ?? self.fix,
            change: change ?? self.change
        )
    }

    /// The finding in the form of compiler messages: `file:line:column: severity: message [rule-id]`.
    public var description: String {
        let position = place.map { ":\($0.position)" } ?? ""
        return "\(file)\(position): \(severity.rawValue): \(message) [\(rule.id)]"
    }
}

/// What would end a finding, as whoever found it knows it.
enum SuggestedChange: Sendable, Hashable {
    /// A name and a value of a `data` element.
    struct Attribute: Sendable, Hashable {
        let name: String
        let value: String
    }

    /// A rule of the site's file is changed or added.
    case rule(RuleChange)
    /// The site's file names an app, in place of another identifier if there is one.
    case list(app: String, fingerprints: [String], instead: String?)
    /// Apple's file names an app for passwords and passkeys, in place of another identifier if there is one.
    case credentials(app: String, instead: String?)
    /// The statement of a package lists a certificate.
    case fingerprint(String, package: String)
    /// The statement of a package has the relation for links.
    case relation(package: String)
    /// A value of an intent filter is written differently.
    case attribute(String, old: String, new: String)
    /// An intent filter takes a path, in place of another one if there is one.
    case path(Attribute, instead: Attribute?)
    /// An intent filter takes a scheme.
    case scheme(String)
    /// The main activity gets an intent filter for a host.
    case host(String)
    /// The entitlement names a service and a host, in place of another value if there is one.
    case domain(String, instead: String?)
    /// A build setting gets a value beside the literal bundle identifier of a target.
    case setting(String, String, beside: String)
    /// The key of the entitlement is written differently.
    case entitlementKey(String)
}
