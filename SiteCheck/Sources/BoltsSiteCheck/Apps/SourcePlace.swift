@_spi(Bolts) import BoltsAssociations

/// A line of a source file.
@_spi(Bolts) public struct SourcePlace: Sendable, Hashable, CustomStringConvertible {
    /// The path as shown to users.
    public let file: String
    /// The line, from 1.
    public let line: Int

    /// Creates a place.
    public init(file: String, line: Int) {
        self.file = file
        self.line = line
    }

    var jsonPlace: JSONPlace {
        JSONPlace(pointer: "", position: TextPosition(line: line, column: 1), byteRange: 0..<0)
    }

    /// The path and the line, in the form of compilers.
    public var description: String { "\(file):\(line)" }
}
