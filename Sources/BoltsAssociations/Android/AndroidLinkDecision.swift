/// The decision whether statements allow an Android app to open a URL, with the deciding statement or rule.
///
/// ```swift
/// func explain(_ file: AssetLinks, _ url: String) {
///     let decision = file.decision(for: url, package: "com.example.app", fingerprint: nil)
///     print(decision.outcome, decision.explanation)
/// }
/// ```
public struct AndroidLinkDecision: Sendable {
    /// The reason for a decision.
    @_spi(Bolts) @nonexhaustive public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// A statement without dynamic rules.
        case statement
        /// A dynamic rule matches; its place is ``AndroidLinkDecision/place``.
        case dynamicRule
        /// There are dynamic rules, and none matches.
        case noDynamicRule
        /// The dynamic rules are malformed and ignored, so that the manifest alone decides.
        case dynamicRulesDiscarded
        /// The dynamic rules would need too many comparisons with the URL, and count as not matching.
        case tooComplex
        /// No valid statement with `handle_all_urls` names the package.
        case notAssociated
        /// Statements name the package, but with other certificates.
        case certificateMismatch
        /// The URL is neither http nor https.
        case notWebURL
    }

    /// The reason for the decision.
    @_spi(Bolts) public let reason: Reason
    /// The outcome of the decision.
    public let outcome: AssociationOutcome
    /// The place of the deciding rule, or of the statement; `nil` if there is neither.
    public let place: JSONPlace?
    /// The URL of the included list that has the deciding statement, or `nil` if it is in the site's own file.
    @_spi(Bolts) public let source: String?
    /// The outcome according to Android's own program, if it differs from the outcome by Google's documentation, which is used
    /// here.
    @_spi(Bolts) public private(set) var systemOutcome: AssociationOutcome?
    /// Why the dynamic rules are discarded, as the end of a sentence; `nil` if they are not.
    private let defect: String?
    /// The text of the deciding rule in the file, or `nil` if none decided.
    public let rule: String?

    init(
        _ reason: Reason,
        _ outcome: AssociationOutcome,
        at node: JSONNode? = nil,
        in statement: AssetStatement? = nil,
        rule: Bool = false,
        defect: String? = nil
    ) {
        self.reason = reason
        self.outcome = outcome
        self.defect = defect
        place = node?.place
        source = statement?.source
        self.rule = rule ? node.map(\.text) : nil
    }

    /// The reason as a sentence.
    public var explanation: String {
        switch reason {
        case .statement: "A statement lets the app handle all URLs of the site."
        case .dynamicRule:
            outcome == .exclude
                ? "The first dynamic rule that matches excludes the URL."
                : "The first dynamic rule that matches allows the URL."
        case .noDynamicRule: "None of the dynamic rules matches the URL, which excludes it."
        case .dynamicRulesDiscarded:
            "The dynamic rules are malformed, so Android ignores them" + (defect.map { ": \($0)" } ?? "") + "."
        case .tooComplex: "The dynamic rules are too complex to be matched."
        case .notAssociated: "No valid statement lets the app handle the site's URLs."
        case .certificateMismatch: "The statements for the app name other certificates."
        case .notWebURL: "Only http and https URLs can be App Links."
        }
    }

    /// Records the outcome of the system's own program, if it differs.
    mutating func note(systemAllows: Bool?) {
        guard let systemAllows else { return }
        let system: AssociationOutcome = systemAllows ? .match : .exclude
        if system != outcome { systemOutcome = system }
    }
}

extension AssetLinks {
    /// Decides whether the file's own statements let an app open a URL.
    ///
    /// Includes are not followed.
    ///
    /// A `match` means only that the site allows it; the app's manifest and the device decide too.
    ///
    /// - Parameters:
    ///   - url: The absolute URL that is followed, as it was written.
    ///   - package: The app's package name.
    ///   - fingerprint: The SHA-256 fingerprint of the app's signing certificate, in the form that the file uses, or `nil` if
    ///     it is unknown.
    /// - Returns: The decision with the deciding statement or rule.
    public func decision(for url: String, package: String, fingerprint: String?) -> AndroidLinkDecision {
        var decisions = AndroidLinkDecisions(statements, url: url)
        return decisions.decision(package: package, fingerprint: fingerprint)
    }
}
