@_spi(Bolts) import BoltsAssociations
import BoltsBase

/// A part of a site's description that cannot be published, or that not every platform supports.
public struct SiteDescriptionProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of problem.
    ///
    /// Codes may be added, so a `switch` over them needs a default.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the code.
        public let rawValue: String

        /// Creates a code; the existing ones are constants.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The text is not JSON.
        public static let syntax = Code(rawValue: "syntax")
        /// A key that descriptions do not have.
        public static let unknownKey = Code(rawValue: "unknownKey")
        /// A required key is missing.
        public static let missingKey = Code(rawValue: "missingKey")
        /// A value has the wrong type.
        public static let wrongType = Code(rawValue: "wrongType")
        /// A value is invalid for its key.
        public static let badValue = Code(rawValue: "badValue")
        /// A value occurs twice.
        public static let duplicate = Code(rawValue: "duplicate")
        /// A pattern cannot be expressed for a platform, or not with the same meaning.
        public static let platformsDiffer = Code(rawValue: "platformsDiffer")
        /// The published files would break one of the rules by which files are checked.
        public static let breaksRule = Code(rawValue: "breaksRule")
    }

    /// The kind of problem.
    public let code: Code
    /// Whether the description is published anyway.
    public let isWarning: Bool
    /// The JSON pointer of the value, such as `/apps/0/android/fingerprints/1`; empty for the whole description.
    public let pointer: String
    /// What is wrong, as one sentence.
    public let message: String
    /// What to do, as one sentence.
    public let fix: String
    /// The position of the value, or `nil` if the description does not come from a text.
    public var position: TextPosition?

    init(_ code: Code, at pointer: String, _ message: String, fix: String, isWarning: Bool = false) {
        self.code = code
        self.pointer = pointer
        self.message = message
        self.fix = fix
        self.isWarning = isWarning
    }

    /// The key path of the value, such as `apps[0].android.fingerprints[1]`; empty for the whole description.
    public var keyPath: String {
        var path = ""
        for step in pointer.split(separator: "/", omittingEmptySubsequences: true) {
            if !step.isEmpty, step.utf8.allSatisfy(\.isASCIIDigit) {
                path += "[\(step)]"
            } else {
                let name = step.replacing("~1", with: "/").replacing("~0", with: "~")
                path += path.isEmpty ? name : ".\(name)"
            }
        }
        return Clip.clip(path)
    }

    /// The position, the key path and the message.
    public var description: String {
        let place = position.map { "\($0): " } ?? ""
        let path = keyPath.isEmpty ? "" : "\(keyPath): "
        return "\(place)\(path)\(isWarning ? "warning" : "error"): \(message) \(fix)"
    }
}

/// Why a site's description cannot be read or published.
public struct SiteDescriptionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problems, in the order of the description; at least one.
    public let problems: [SiteDescriptionProblem]

    init(_ problems: [SiteDescriptionProblem]) { self.problems = problems }

    /// The problems, one per line.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}
