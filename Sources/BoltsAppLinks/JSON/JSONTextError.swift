public import Foundation

/// Why a text could not be read as JSON, or a value not be written as JSON.
///
/// ```swift
/// do { _ = try JSONValue(jsonText: "{\"a\":") } catch { print(error) }  // the JSON is cut short at byte 5: …
/// ```
public struct JSONTextError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// What is wrong.
    ///
    /// Codes may be added, so a `switch` over them needs a default.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private let name: String

        private init(_ name: String) { self.name = name }

        /// The name of the code, as it is spelled here.
        public var description: String { name }

        /// The text ends in the middle of a value.
        public static let cutShort = Code("cutShort")

        /// The text is not JSON.
        public static let malformed = Code("malformed")

        /// Values stand inside one another deeper than allowed.
        public static let tooDeep = Code("tooDeep")

        /// A number does not fit the range of numbers, or is none.
        public static let numberOutOfRange = Code("numberOutOfRange")
    }

    /// What is wrong.
    public let code: Code

    /// How many bytes were read before, or 0 when writing.
    public let offset: Int

    init(_ code: Code, at offset: Int) {
        self.code = code
        self.offset = offset
    }

    /// One line that names what is wrong and what to do.
    public var description: String {
        switch code {
        case .cutShort: "the JSON is cut short at byte \(offset): look for what shortened it on its way"
        case .tooDeep: "the JSON nests too deeply at byte \(offset): flatten it or raise the limit"
        case .numberOutOfRange: "a number at byte \(offset) is out of range: JSON here holds finite numbers only"
        default: "the text is not JSON at byte \(offset): look at what is written there"
        }
    }

    /// The same line, for `localizedDescription`.
    public var errorDescription: String? { description }
}
