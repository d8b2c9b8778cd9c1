/// The decision whether a file allows an app to open a URL as a universal link, with the deciding rule.
///
/// ```swift
/// func explain(_ decision: UniversalLinkDecision) {
///     for step in decision.trace { print("\(step.rule.place.position): \(step.mismatch.explanation)") }
///     print(decision.outcome, decision.explanation)
/// }
/// ```
public struct UniversalLinkDecision: Sendable {
    /// The reason for the decision.
    @_spi(Bolts) @nonexhaustive public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// A rule matches: ``UniversalLinkDecision/rule``.
        case rule
        /// The app's entry has neither `components` nor `paths`, so every URL matches.
        case noPatterns
        /// The app's entry has rules, and none matches.
        case noRule
        /// No entry names the app.
        case appNotListed
        /// The file has no `applinks` object.
        case noAppLinks
        /// The URL is neither http nor https.
        case notWebURL
        /// The URL belongs to another host than the file.
        case otherHost
        /// Matching the patterns would exceed the limit of one decision.
        case tooComplex
    }

    /// An earlier rule that does not match.
    public struct Step: Sendable {
        /// The rule.
        public let rule: UniversalLinkRule
        /// The part of the URL that does not match.
        public let mismatch: UniversalLinkMismatch
    }

    private let file: AppleFile
    private let entryIndex: Int
    private let ruleIndex: Int
    /// The reason for the decision.
    @_spi(Bolts) public let reason: Reason
    /// The rules before the deciding one, in order, if tracing was requested.
    public let trace: [Step]

    init(file: AppleFile, reason: Reason, entry: Int = -1, ruleIndex: Int = -1, trace: [Step] = []) {
        self.file = file
        self.reason = reason
        self.entryIndex = entry
        self.ruleIndex = ruleIndex
        self.trace = trace
    }

    /// The outcome of the decision.
    public var outcome: AssociationOutcome {
        switch reason {
        case .rule: file.entries[entryIndex].rules[ruleIndex].excludes ? .exclude : .match
        case .noPatterns: .match
        default: .noMatch
        }
    }

    /// The deciding rule, or `nil` if there is none.
    public var rule: UniversalLinkRule? {
        guard entryIndex >= 0, ruleIndex >= 0 else { return nil }
        return UniversalLinkRule(file.entries[entryIndex].rules[ruleIndex])
    }

    /// The place of the app's entry, or `nil` if there is none.
    @_spi(Bolts) public var entryPlace: JSONPlace? { entryIndex >= 0 ? file.entries[entryIndex].node.place : nil }

    /// The entry that decided, if one did.
    @_spi(Bolts) public var entry: AppleEntry? { entryIndex >= 0 ? file.entries[entryIndex] : nil }

    /// The reason as a sentence.
    public var explanation: String {
        switch reason {
        case .rule:
            let rule = self.rule
            guard outcome == .exclude else { return "The first matching rule allows the URL: \(rule?.summary ?? "")." }
            return "The first matching rule excludes the URL: \(rule?.exclusion ?? "")."
        case .noPatterns: return "The app's entry has no array of components or paths, so every URL matches."
        case .noRule: return "None of the rules for the app matches."
        case .appNotListed: return "The file has no entry for the app."
        case .noAppLinks: return "The file has no applinks object."
        case .notWebURL: return "Only http and https URLs can be universal links."
        case .otherHost: return "The file belongs to another host."
        case .tooComplex: return "The patterns are too complex to be matched."
        }
    }
}
