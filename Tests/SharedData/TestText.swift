/// A text as an argument of a test, whose description shows only the beginning of a long text.
///
/// Swift Testing prints every argument, and a text of 100 KB hides the rest of the output.
///
/// ```swift
/// @Test(arguments: ["", TestText(repeating: "{", count: 60_000)]) func textIsRead(_ text: TestText) {}
/// ```
public struct TestText: ExpressibleByStringLiteral, CustomStringConvertible, Sendable {
    /// The whole text.
    public let text: String

    /// Creates an argument from a text.
    public init(_ text: String) {
        self.text = text
    }

    /// Creates an argument from a literal.
    public init(stringLiteral text: String) {
        self.init(text)
    }

    /// Creates an argument from a text that is repeated.
    public init(repeating text: String, count: Int) {
        self.init(String(repeating: text, count: count))
    }

    /// The text, or its first 40 characters and its length.
    public var description: String {
        let length = text.utf8.count
        return length <= 200 ? text : "\(text.prefix(40).prefix(while: \.isASCII))… (\(length) bytes)"
    }
}
