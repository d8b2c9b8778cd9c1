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
    /// The kind of mistake; more codes may be added, so a `switch` over them needs a default.
    @_spi(Bolts) public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the code.
        @_spi(Bolts) public let rawValue: String

        /// Creates a code; the existing ones are constants.
        @_spi(Bolts) public init(rawValue: String) { self.rawValue = rawValue }

        /// The file is empty or contains only white space.
        @_spi(Bolts) public static let empty = Code(rawValue: "empty")
        /// The text ends inside a value.
        @_spi(Bolts) public static let truncated = Code(rawValue: "truncated")
        /// There is a comma before a closing bracket.
        @_spi(Bolts) public static let trailingComma = Code(rawValue: "trailingComma")
        /// A comma is missing between two members or elements.
        @_spi(Bolts) public static let missingComma = Code(rawValue: "missingComma")
        /// There is a comment; JSON has none.
        @_spi(Bolts) public static let comment = Code(rawValue: "comment")
        /// A second value or other text follows the document.
        @_spi(Bolts) public static let trailingText = Code(rawValue: "trailingText")
        /// There is a typographic quote, a no-break space or a similar character outside a string.
        @_spi(Bolts) public static let typographicCharacter = Code(rawValue: "typographicCharacter")
        /// A name or a string is in single quotes or has no quotes.
        @_spi(Bolts) public static let unquotedString = Code(rawValue: "unquotedString")
        /// There is another unexpected character.
        @_spi(Bolts) public static let unexpectedCharacter = Code(rawValue: "unexpectedCharacter")
        /// An escape is not one of JSON's.
        @_spi(Bolts) public static let invalidEscape = Code(rawValue: "invalidEscape")
        /// A string contains a raw control character, such as a line break.
        @_spi(Bolts) public static let controlCharacter = Code(rawValue: "controlCharacter")
        /// A number does not follow JSON's syntax.
        @_spi(Bolts) public static let invalidNumber = Code(rawValue: "invalidNumber")
        /// The bytes are not UTF-8.
        @_spi(Bolts) public static let invalidUTF8 = Code(rawValue: "invalidUTF8")
        /// Arrays and objects are nested too deeply.
        @_spi(Bolts) public static let tooDeep = Code(rawValue: "tooDeep")
        /// The file is larger than the reader accepts.
        @_spi(Bolts) public static let tooLarge = Code(rawValue: "tooLarge")
    }

    /// The kind of mistake.
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
