/// What a site's file says about a URL and an app.
///
/// ```swift
/// func opens(_ decision: UniversalLinkDecision) -> Bool { decision.outcome == .match }
/// ```
public enum AssociationOutcome: String, Sendable, Hashable, CaseIterable {
    /// A rule, or a statement without rules, lets the app open the URL.
    case match
    /// The file names the app, and a rule excludes the URL.
    case exclude
    /// No rule matches the URL, or the file does not name the app.
    case noMatch
}
