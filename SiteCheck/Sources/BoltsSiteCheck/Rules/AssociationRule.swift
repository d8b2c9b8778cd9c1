/// A rule by which association files and tags are checked.
///
/// A rule's id never changes its meaning. The rules are data, so that a page of documentation can be made from them.
public struct AssociationRule: Sendable, Hashable, Identifiable {
    /// How bad it is to break a rule.
    public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
        /// Worth knowing.
        case note
        /// Likely not what was meant.
        case warning
        /// Cannot work.
        case error

        private var rank: Int {
            switch self {
            case .note: 0
            case .warning: 1
            case .error: 2
            }
        }

        /// Whether one severity is below another.
        public static func < (first: Severity, second: Severity) -> Bool { first.rank < second.rank }
    }

    /// What a rule rests on.
    public struct Evidence: Sendable, Hashable, CustomStringConvertible {
        /// What kind of source it is, the strongest first.
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
            /// Read from the program of Apple's daemon; not a promise of Apple's.
            case appleDaemon = "Observed in Apple's daemon"
            /// Seen in answers of Apple's CDN.
            case appleCDN = "Observed at Apple's CDN"
            /// Seen in other programs, servers or files.
            case observed = "Observed"
            /// A conclusion of this project.
            case convention = "Convention"
        }

        /// What kind of source it is.
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
    /// How bad it is to break the rule.
    public let severity: Severity
    /// What is wrong, as one sentence.
    public let summary: String
    /// Why it matters, as one sentence.
    public let reason: String
    /// How to fix it, as one sentence.
    public let fix: String
    /// What the rule rests on.
    public let evidence: [Evidence]
}
