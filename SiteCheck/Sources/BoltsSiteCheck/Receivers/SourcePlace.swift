@_spi(Bolts) import BoltsAssociations

/// A line of a source file.
@_spi(Bolts) public struct SourcePlace: Sendable, Hashable, CustomStringConvertible {
    /// The path, as it is shown to people.
    public let file: String
    /// The line, from 1 on.
    public let line: Int

    /// Creates a place.
    public init(file: String, line: Int) {
        self.file = file
        self.line = line
    }

    /// The line as the place of a finding.
    var jsonPlace: JSONPlace {
        JSONPlace(pointer: "", position: TextPosition(line: line, column: 1), byteRange: 0..<0)
    }

    /// The path and the line, as compilers print them.
    public var description: String { "\(file):\(line)" }
}
