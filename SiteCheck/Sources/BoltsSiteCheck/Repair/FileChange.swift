@_spi(Bolts) import BoltsAssociations

/// What changes in one file, with the places in the file as it is.
@_spi(Bolts)
public struct FileChange: Sendable, Hashable {
    /// A part of the file and what takes its place.
    public struct Replacement: Sendable, Hashable {
        /// The bytes that go; empty where something is inserted.
        public let byteRange: Range<Int>
        /// Where they begin.
        public let start: TextPosition
        /// Where they end: the place behind the last one.
        public let end: TextPosition
        /// The text that takes their place.
        public let text: String
    }

    /// The file, as findings name it.
    public let file: String
    /// What is replaced, in the order of the file; it belongs together.
    public let replacements: [Replacement]

    init(file: String, _ edits: [FileEdit], in bytes: [UInt8], _ index: TextIndex) {
        self.file = file
        replacements = edits.map { edit in
            Replacement(
                byteRange: edit.range,
                start: index.position(of: edit.range.lowerBound, in: bytes),
                end: index.position(of: edit.range.upperBound, in: bytes),
                text: String(decoding: edit.replacement, as: UTF8.self)
            )
        }
    }
}
