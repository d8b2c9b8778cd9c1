public import BoltsPageFetching
public import Foundation

/// The reason why `al_applink_data` could not be read or written.
///
/// ```swift
/// if let error = AppLinkURL(url: url).appLinkDataError { print(error) }
/// ```
public struct AppLinkDataError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError, DescribedError {
    /// What is wrong.
    @_spi(Bolts) public enum Code: String, Sendable {
        /// The parameter has no value.
        case empty
        /// The value has more bytes than the limit.
        case tooLarge
        /// Arrays and objects are nested more deeply than the limit.
        case tooDeep
        /// The JSON ends in the middle of a value.
        case truncated
        /// The value is not JSON.
        case malformed
        /// The value is JSON, but not an object.
        case notAnObject
        /// The data has an unsupported version of the protocol.
        case unsupportedVersion
        /// A number is not finite.
        case numberOutOfRange
    }

    /// What is wrong.
    @_spi(Bolts) public let code: Code

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
        case .malformed: self.init(.malformed, "is not JSON at byte \(error.offset): give it a JSON object")
        }
    }
}
