/// Why a file is not strict JSON, and where.
///
/// ```swift
/// do {
///     _ = try AppSiteAssociation(bytes: Array("{\"applinks\": {},}".utf8))
/// } catch {
///     print(error.position, error.message)
/// }
/// ```
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of mistake it is.
    ///
    /// Codes may be added, so a `switch` over them needs a default.
    @_spi(Bolts) public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the code.
        @_spi(Bolts) public let rawValue: String

        /// Creates a code; the ones that occur are constants.
        ///
        /// - Parameter rawValue: The name of the code.
        @_spi(Bolts) public init(rawValue: String) { self.rawValue = rawValue }

        /// The file is empty or holds only white space.
        @_spi(Bolts) public static let empty = Code(rawValue: "empty")
        /// The text ends inside a value.
        @_spi(Bolts) public static let truncated = Code(rawValue: "truncated")
        /// A comma is before a closing bracket.
        @_spi(Bolts) public static let trailingComma = Code(rawValue: "trailingComma")
        /// A comma is missing between two members or elements.
        @_spi(Bolts) public static let missingComma = Code(rawValue: "missingComma")
        /// A comment; JSON has none.
        @_spi(Bolts) public static let comment = Code(rawValue: "comment")
        /// A second value or other text follows the document.
        @_spi(Bolts) public static let trailingText = Code(rawValue: "trailingText")
        /// A typographic quote, a no-break space or a similar character outside a string.
        @_spi(Bolts) public static let typographicCharacter = Code(rawValue: "typographicCharacter")
        /// A name or a string in single quotes or without quotes.
        @_spi(Bolts) public static let unquotedString = Code(rawValue: "unquotedString")
        /// Any other character that may not be there.
        @_spi(Bolts) public static let unexpectedCharacter = Code(rawValue: "unexpectedCharacter")
        /// An escape that JSON does not have.
        @_spi(Bolts) public static let invalidEscape = Code(rawValue: "invalidEscape")
        /// A raw control character, such as a line break, inside a string.
        @_spi(Bolts) public static let controlCharacter = Code(rawValue: "controlCharacter")
        /// A number that is not written as JSON writes numbers.
        @_spi(Bolts) public static let invalidNumber = Code(rawValue: "invalidNumber")
        /// Bytes that are not UTF-8.
        @_spi(Bolts) public static let invalidUTF8 = Code(rawValue: "invalidUTF8")
        /// Arrays and objects are nested too deeply.
        @_spi(Bolts) public static let tooDeep = Code(rawValue: "tooDeep")
        /// The file is larger than the reader accepts.
        @_spi(Bolts) public static let tooLarge = Code(rawValue: "tooLarge")
    }

    /// What kind of mistake it is.
    @_spi(Bolts) public let code: Code
    /// The problem in one sentence.
    public let message: String
    /// Where the reader stopped.
    public let position: TextPosition
    /// The byte at which the reader stopped, from the start of the file.
    @_spi(Bolts) public let byteOffset: Int

    /// The position and the message.
    public var description: String { "\(position): \(message)" }
}
