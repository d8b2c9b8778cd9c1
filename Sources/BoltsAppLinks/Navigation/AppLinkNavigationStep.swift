/// One step of following a link: what was tried or skipped, and why.
///
/// ```swift
/// for step in result.steps { print(step.urlText ?? "-", step.explanation) }
/// ```
public struct AppLinkNavigationStep: Sendable, Hashable {
    /// The object that a step tries to open.
    @_spi(Bolts) public enum Candidate: Sendable, Hashable {
        /// A target of the link.
        case target(AppLinkTarget)

        /// The web fallback.
        case web

        /// The page of a target's app in its store.
        case store(AppLinkTarget)
    }

    /// The outcome of a step.
    @_spi(Bolts) public enum Outcome: String, Sendable {
        /// The URL was opened; in a preview, it can be opened.
        case opened
        /// The target has no URL.
        case noURL = "no-url"
        /// The URL is not safe to pass to an opener.
        case invalidURL = "invalid-url"
        /// The policy denies the scheme of the URL.
        case schemeDenied = "scheme-denied"
        /// Nothing on the device opens the URL.
        case notOpenable = "not-openable"
        /// The opener failed.
        case openerFailed = "opener-failed"
        /// The page rules out a web fallback.
        case noFallback = "no-fallback"
        /// No target has an app id for a store of this device.
        case noStore = "no-store"
    }

    /// The object that the step tries to open.
    @_spi(Bolts) public let candidate: Candidate

    /// The text of the URL before data was added.
    public let urlText: String?

    /// The outcome of the step.
    @_spi(Bolts) public let outcome: Outcome

    /// The reason in one line.
    ///
    /// Text from the page is quoted, truncated and sanitized.
    public let explanation: String

    init(_ candidate: Candidate, urlText: String?, _ outcome: Outcome, _ explanation: String) {
        self.candidate = candidate
        self.urlText = urlText
        self.outcome = outcome
        self.explanation = explanation
    }
}
