/// The replacement of some bytes of a file.
struct FileEdit: Sendable, Hashable {
    /// The bytes to remove; empty for an insertion.
    let range: Range<Int>
    /// The replacing bytes.
    let replacement: [UInt8]

    init(_ range: Range<Int>, _ replacement: [UInt8] = []) {
        self.range = range
        self.replacement = replacement
    }

    init(_ range: Range<Int>, _ replacement: String) { self.init(range, Array(replacement.utf8)) }

    /// The edit with CR LF in place of LF, if that ends the first line of its file.
    func withLineEnds(of bytes: [UInt8]) -> FileEdit {
        guard let end = bytes.firstIndex(of: 0x0A), end > 0, bytes[end - 1] == 0x0D else { return self }
        var text: [UInt8] = []
        for byte in replacement {
            if byte == 0x0A, text.last != 0x0D { text.append(0x0D) }
            text.append(byte)
        }
        return FileEdit(range, text)
    }

    /// Returns the bytes after edits that do not overlap and are in the order of their places, in linear time.
    static func apply(_ edits: [FileEdit], to bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + edits.reduce(0) { $0 + $1.replacement.count })
        var position = 0
        for edit in edits {
            result += bytes[position..<edit.range.lowerBound]
            result += edit.replacement
            position = edit.range.upperBound
        }
        return result + bytes[position...]
    }

    /// Returns edits in the order of their places; insertions at one place keep their order.
    static func inOrder(_ edits: [FileEdit]) -> [FileEdit] {
        edits.enumerated().sorted { first, second in
            let (one, other) = (first.element.range, second.element.range)
            return (one.lowerBound, one.upperBound, first.offset) < (other.lowerBound, other.upperBound, second.offset)
        }
        .map(\.element)
    }
}
