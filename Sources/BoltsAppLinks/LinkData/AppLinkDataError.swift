public import BoltsPageFetching
public import Foundation

/// The reason why `al_applink_data` could not be read or written.
///
/// ```swift
/// if let error = AppLinkURL(url: url).appLinkDataError { print(error) }
/// ```
public struct AppLinkDataError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError, DescribedError {
    /// What is wrong.
    ///
    /// Codes may be added, so a `switch` over them needs a default.
    public struct Code: Hashable, Sendable, CustomStringConvertible, NamedCode {
        package let name: String

        private init(_ name: String) { self.name = name }

        /// The parameter has no value.
        public static let empty = Code("empty")

        /// The value has more bytes than the limit.
        public static let tooLarge = Code("tooLarge")

        /// Arrays and objects are nested more deeply than the limit.
        public static let tooDeep = Code("tooDeep")

        /// The JSON ends in the middle of a value.
        public static let truncated = Code("truncated")

        /// The value is not JSON.
        public static let malformed = Code("malformed")

        /// The value is JSON, but not an object.
        public static let notAnObject = Code("notAnObject")

        /// The data has a version of the protocol that is not supported.
        public static let unsupportedVersion = Code("unsupportedVersion")

        /// A number is not finite.
        public static let numberOutOfRange = Code("numberOutOfRange")
    }

    /// What is wrong.
    public let code: Code

    /// One line that says what is wrong and what to do.
    public let description: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.description = "al_applink_data \(reason)"
    }

    init(_ error: JSONTextError) {
        switch error.code {
        case .truncated:
            self.init(
                .truncated,
                "ends early after \(error.offset) byte\(error.offset == 1 ? "" : "s") of JSON: "
                    + "percent-encode it, a raw & or # ends it"
            )
        case .tooDeep: self.init(.tooDeep, "is nested too deeply: flatten it or raise the limit")
        case .numberOutOfRange: self.init(.numberOutOfRange, "holds a number that is out of range: use a string")
        default: self.init(.malformed, "is not JSON at byte \(error.offset): give it a JSON object")
        }
    }
}
