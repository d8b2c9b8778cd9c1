@_spi(Bolts) import BoltsAssociations

/// The changes to one file, with places in the unchanged file.
@_spi(Bolts)
public struct FileChange: Sendable, Hashable {
    /// A part of the file and its replacement.
    public struct Replacement: Sendable, Hashable {
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
    /// The replacements, in the order of the file; they belong together.
    public let replacements: [Replacement]

    /// Returns whether a file has all the places of the change.
    ///
    /// - Parameter bytes: The file.
    /// - Returns: Whether ``applied(to:)`` can be called with it.
    public func fits(_ bytes: [UInt8]) -> Bool {
        replacements.allSatisfy { $0.byteRange.upperBound <= bytes.count }
    }

    /// Makes the change.
    ///
    /// - Parameter bytes: The file as it was when the change was found.
    /// - Returns: The file afterwards.
    public func applied(to bytes: [UInt8]) -> [UInt8] {
        FileEdit.apply(replacements.map { FileEdit($0.byteRange, $0.text) }, to: bytes)
    }

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
