@_spi(Bolts) import BoltsAssociations

/// The edits of one file with their lines and columns in the unchanged file, for reports.
@_spi(Bolts)
public struct PlacedEdits: Sendable, Hashable {
    /// An edit and its place.
    public struct Element: Sendable, Hashable {
        /// The bytes to remove; empty for an insertion.
        public let byteRange: Range<Int>
        /// Where they begin.
        public let start: TextPosition
        /// The position after the last removed byte.
        public let end: TextPosition
        /// The replacing text.
        public let text: String
    }

    /// The file, with its name in findings.
    public let file: String
    /// The edits, in the order of the file; they belong together.
    public let elements: [Element]
    /// What they fix.
    public let finding: Finding

    /// Creates the edits of a fix, with the file as it was when the fix was found.
    public init(_ fix: FindingFix, in bytes: [UInt8]) { self.init(fix, in: bytes, TextIndex(bytes)) }

    init(_ fix: FindingFix, in bytes: [UInt8], _ index: TextIndex) {
        (file, finding) = (fix.file, fix.finding)
        elements = fix.edits.map { edit in
            Element(
                byteRange: edit.range,
                start: index.position(of: edit.range.lowerBound, in: bytes),
                end: index.position(of: edit.range.upperBound, in: bytes),
                text: String(decoding: edit.replacement, as: UTF8.self)
            )
        }
    }
}
