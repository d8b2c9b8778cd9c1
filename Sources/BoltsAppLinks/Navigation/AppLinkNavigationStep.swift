import BoltsPageFetching

/// One step of following a link: what was tried or skipped, and why.
///
/// ```swift
/// for step in result.steps { print(step.urlText ?? "-", step.explanation) }
/// ```
public struct AppLinkNavigationStep: Sendable, Hashable {
    /// What a step tries to open.
    @nonexhaustive public enum Candidate: Sendable, Hashable {
        /// A target of the link.
        case target(AppLinkTarget)

        /// The web fallback.
        case web

        /// The page of a target's app in its store.
        case store(AppLinkTarget)
    }

    /// The outcome of a step.
    ///
    /// Outcomes may be added, so a `switch` over them needs a default.
    public struct Outcome: Hashable, Sendable, CustomStringConvertible, NamedCode {
        package let name: String

        private init(_ name: String) { self.name = name }

        /// It was opened; in a preview, it can be.
        public static let opened = Outcome("opened")

        /// It has no URL.
        public static let noURL = Outcome("no-url")

        /// Its URL is not safe to pass to an opener.
        public static let invalidURL = Outcome("invalid-url")

        /// The policy denies its scheme.
        public static let schemeDenied = Outcome("scheme-denied")

        /// Nothing on the device opens it.
        public static let notOpenable = Outcome("not-openable")

        /// The opener failed.
        public static let openerFailed = Outcome("opener-failed")

        /// The page rules out a web fallback.
        public static let noFallback = Outcome("no-fallback")

        /// No target has the id of its app in a store of this device.
        public static let noStore = Outcome("no-store")
    }

    /// What a step tries to open.
    public var candidate: Candidate

    /// The text of the URL before data was added.
    public var urlText: String?

    /// The outcome of the step.
    public var outcome: Outcome

    /// The reason in one line.
    ///
    /// Text from the page is quoted, truncated, and without control characters.
    public var explanation: String

    init(_ candidate: Candidate, urlText: String?, _ outcome: Outcome, _ explanation: String) {
        self.candidate = candidate
        self.urlText = urlText
        self.outcome = outcome
        self.explanation = explanation
    }
}
