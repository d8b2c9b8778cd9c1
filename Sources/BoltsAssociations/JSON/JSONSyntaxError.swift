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
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The file is empty or holds only white space.
        case empty
        /// The text ends inside a value.
        case cutShort
        /// A comma stands before a closing bracket.
        case trailingComma
        /// A comma is missing between two members or elements.
        case missingComma
        /// A comment; JSON has none.
        case comment
        /// A second value or other text follows the document.
        case trailingText
        /// A typographic quote, a no-break space or a similar character outside a string.
        case typographicCharacter
        /// A name or a string in single quotes or without quotes.
        case unquotedString
        /// Any other character that may not stand there.
        case unexpectedCharacter
        /// An escape that JSON does not have.
        case invalidEscape
        /// A raw control character, such as a line break, inside a string.
        case controlCharacter
        /// A number that is not written as JSON writes numbers.
        case invalidNumber
        /// Bytes that are not UTF-8.
        case invalidUTF8
        /// Arrays and objects are nested too deeply.
        case tooDeep
        /// The file is larger than the reader accepts.
        case tooLarge
    }

    /// What kind of mistake it is.
    public let code: Code
    /// The problem in one sentence.
    public let message: String
    /// Where the reader stopped.
    public let position: TextPosition
    /// The byte at which the reader stopped, from the start of the file.
    public let byteOffset: Int

    /// The position and the message.
    public var description: String { "\(position): \(message)" }
}
