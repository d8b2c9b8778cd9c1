/// A rule by which association files and tags are checked.
///
/// The meaning of a rule's id never changes. The rules are data, so a page of documentation can be generated from them.
public struct AssociationRule: Sendable, Hashable, Identifiable {
    /// The severity of breaking a rule.
    public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
        /// Worth knowing.
        case note
        /// Probably not what was meant.
        case warning
        /// Cannot work.
        case error

        /// Whether one severity is below another.
        public static func < (first: Severity, second: Severity) -> Bool {
            first != second && (first == .note || second == .error)
        }

        /// Returns a rule whose violation has this severity.
        func rule(
            _ id: String,
            summary: String,
            reason: String,
            fix: String,
            evidence: [Evidence] = [Evidence(.convention, "our own conclusion")]
        ) -> AssociationRule {
            AssociationRule(id: id, severity: self, summary: summary, reason: reason, fix: fix, evidence: evidence)
        }
    }

    /// The basis of a rule.
    public struct Evidence: Sendable, Hashable, CustomStringConvertible {
        /// The kind of source, the strongest first.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            /// Apple's documentation.
            case appleDocumentation = "Apple's documentation"
            /// The output of Apple's command-line tool.
            case appleTool = "Apple's tool"
            /// Google's documentation.
            case googleDocumentation = "Google's documentation"
            /// Google's compatibility tests for Digital Asset Links.
            case googleTest = "Google's compatibility test"
            /// A written specification.
            case specification = "Specification"
            /// Found in the executable of Apple's daemon; Apple does not guarantee it.
            case appleDaemon = "Observed in Apple's daemon"
            /// Seen in responses of Apple's CDN.
            case appleCDN = "Observed at Apple's CDN"
            /// Seen in other programs, servers or files.
            case observed = "Observed"
            /// A conclusion of this project.
            case convention = "Convention"
        }

        /// The kind of source.
        public let kind: Kind
        /// The page, test or program.
        public let reference: String

        init(_ kind: Kind, _ reference: String) {
            self.kind = kind
            self.reference = reference
        }

        /// The kind and the reference.
        public var description: String { "\(kind.rawValue): \(reference)" }
    }

    /// The stable id, such as `aasa-invalid-json`.
    public let id: String
    /// The severity of breaking the rule.
    public let severity: Severity
    /// What is wrong, as one sentence.
    public let summary: String
    /// Why it matters, as one sentence.
    public let reason: String
    /// How to fix it, as one sentence.
    public let fix: String
    /// The basis of the rule.
    public let evidence: [Evidence]
}
