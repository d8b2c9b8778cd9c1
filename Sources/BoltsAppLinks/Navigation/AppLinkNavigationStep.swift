/// One step of following a link: what was tried or passed over, and why.
///
/// ```swift
/// for step in result.steps { print(step.urlText ?? "-", step.explanation) }
/// ```
public struct AppLinkNavigationStep: Sendable, Hashable {
    /// What the step was about.
    public enum Candidate: Sendable, Hashable {
        /// A target of the link.
        case target(AppLinkTarget)

        /// The web fallback.
        case web

        /// The page of a target's app in its store.
        case store(AppLinkTarget)
    }

    /// How a step ended.
    public struct Outcome: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The name of the outcome, for programs.
        public var rawValue: String

        /// Makes an outcome.
        ///
        /// - Parameter rawValue: The name of the outcome.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The name of the outcome.
        public var description: String { rawValue }

        /// It was opened, or would be in a preview.
        public static let opened = Outcome(rawValue: "opened")

        /// It has no URL.
        public static let noURL = Outcome(rawValue: "no-url")

        /// What stands for its URL is not safe to hand to an opener.
        public static let invalidURL = Outcome(rawValue: "invalid-url")

        /// The policy denies its scheme.
        public static let schemeDenied = Outcome(rawValue: "scheme-denied")

        /// Nothing on the device opens it.
        public static let notOpenable = Outcome(rawValue: "not-openable")

        /// The opener itself could not work.
        public static let openerFailed = Outcome(rawValue: "opener-failed")

        /// The page wants no web fallback.
        public static let noFallback = Outcome(rawValue: "no-fallback")

        /// No target names its app's page in a store that this device has.
        public static let noStore = Outcome(rawValue: "no-store")
    }

    /// What the step was about.
    public var candidate: Candidate

    /// The URL in the page's own words, before any data was put in.
    public var urlText: String?

    /// How it ended.
    public var outcome: Outcome

    /// Why, in one line for a person.
    ///
    /// What a page wrote is quoted in it, without controls, and cut.
    public var explanation: String

    init(_ candidate: Candidate, urlText: String?, _ outcome: Outcome, _ explanation: String) {
        self.candidate = candidate
        self.urlText = urlText
        self.outcome = outcome
        self.explanation = explanation
    }
}
