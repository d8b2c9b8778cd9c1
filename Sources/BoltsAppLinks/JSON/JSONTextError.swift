public import BoltsPageFetching
public import Foundation

/// The reason why text could not be read as JSON, or a value could not be written as JSON.
///
/// ```swift
/// do { _ = try AppLinkValue(jsonText: "{\"a\":") } catch { print(error) }  // the JSON is cut short at byte 5: …
/// ```
public struct JSONTextError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError, DescribedError {
    /// What is wrong.
    package enum Code {
        /// The text ends in the middle of a value.
        case truncated
        /// The text is not JSON.
        case malformed
        /// Arrays and objects are nested more deeply than allowed.
        case tooDeep
        /// A number is not finite, or its text is not a number.
        case numberOutOfRange
    }

    /// What is wrong.
    package let code: Code

    /// The byte at which reading failed, from 0; 0 for a value that could not be written.
    package let offset: Int

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
        case .malformed: "the text is not JSON at byte \(offset): correct it there"
        }
    }
}
