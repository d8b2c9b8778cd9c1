/// A line and a column in a text file, both counted from 1.
///
/// The column counts Unicode scalars, as most editors and compilers do; a byte order mark is not counted.
///
/// ```swift
/// func describe(_ error: AssetLinksError, in file: String) -> String {
///     error.place.map { "\(file):\($0.position)" } ?? file  // assetlinks.json:3:14
/// }
/// ```
public struct TextPosition: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The column in Unicode scalars, from 1.
    public let column: Int

    /// Creates a position.
    ///
    /// - Parameters:
    ///   - line: The line, from 1.
    ///   - column: The column in Unicode scalars, from 1.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The line and the column in the form of compilers, such as `3:14`.
    public var description: String { "\(line):\(column)" }

    /// Whether one position precedes another.
    public static func < (first: TextPosition, second: TextPosition) -> Bool {
        (first.line, first.column) < (second.line, second.column)
    }
}
