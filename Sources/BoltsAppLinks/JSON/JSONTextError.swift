public import BoltsPageFetching
public import Foundation

/// The reason why text could not be read as JSON, or a value could not be written as JSON.
///
/// ```swift
/// do { _ = try AppLinkValue(jsonText: "{\"a\":") } catch { print(error) }  // the JSON is cut short at byte 5: …
/// ```
public struct JSONTextError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError, DescribedError {
    /// What is wrong.
    ///
    /// Codes may be added, so a `switch` over them needs a default.
    public struct Code: Hashable, Sendable, CustomStringConvertible, NamedCode {
        package let name: String

        private init(_ name: String) { self.name = name }

        /// The text ends in the middle of a value.
        public static let truncated = Code("truncated")

        /// The text is not JSON.
        public static let malformed = Code("malformed")

        /// Arrays and objects are nested more deeply than allowed.
        public static let tooDeep = Code("tooDeep")

        /// A number is not finite, or its text is not a number.
        public static let numberOutOfRange = Code("numberOutOfRange")
    }

    /// What is wrong.
    public let code: Code

    /// The byte at which reading failed, from 0; 0 for a value that could not be written.
    public let offset: Int

    init(_ code: Code, at offset: Int) {
        self.code = code
        self.offset = offset
    }

    /// One line that says what is wrong and what to do.
    public var description: String {
        switch code {
        case .truncated: "the JSON ends early at byte \(offset): it was probably truncated on the way"
        case .tooDeep: "the JSON is nested too deeply at byte \(offset): flatten it or raise the limit"
        case .numberOutOfRange: "a number at byte \(offset) is out of range: use a finite number, or a string"
        default: "the text is not JSON at byte \(offset): correct it there"
        }
    }
}
