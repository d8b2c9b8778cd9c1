/// Converts byte offsets of a UTF-8 text to lines and columns.
///
/// It is built in one pass. A look-up costs a binary search and at most one block of bytes, regardless of the line's length.
@_spi(Bolts) public struct TextIndex: Sendable {
    private static let blockSize = 512

    /// The offset of the first byte of each line.
    private let lineStarts: [UInt32]
    /// The number of scalars before each block of bytes.
    private let scalarsBeforeBlock: [UInt32]
    private let scalarsBeforeLine: [UInt32]

    /// Indexes a text; a byte order mark at its start is skipped.
    ///
    /// A line ends with CR, LF, or both.
    @_spi(Bolts) public init(_ bytes: [UInt8]) {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var lineStarts: [UInt32] = [UInt32(start)]
        var scalarsBeforeLine: [UInt32] = [0]
        var blocks: [UInt32] = []
        blocks.reserveCapacity(bytes.count / Self.blockSize + 1)
        var scalars: UInt32 = 0
        for offset in 0..<bytes.count {
            if offset % Self.blockSize == 0 { blocks.append(scalars) }
            let byte = bytes[offset]
            if offset >= start, byte & 0xC0 != 0x80 { scalars += 1 }
            let next = offset + 1
            if byte == 0x0A || (byte == 0x0D && !(next < bytes.count && bytes[next] == 0x0A)) {
                lineStarts.append(UInt32(next))
                scalarsBeforeLine.append(scalars)
            }
        }
        if bytes.count % Self.blockSize == 0 { blocks.append(scalars) }
        self.lineStarts = lineStarts
        self.scalarsBeforeLine = scalarsBeforeLine
        self.scalarsBeforeBlock = blocks
    }

    /// Returns the line and column of a byte offset.
    @_spi(Bolts) public func position(of offset: Int, in bytes: [UInt8]) -> TextPosition {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int(lineStarts[middle]) <= offset { low = middle } else { high = middle }
        }
        let block = min(offset / Self.blockSize, scalarsBeforeBlock.count - 1)
        var scalars = scalarsBeforeBlock[block]
        let first = max(block * Self.blockSize, Int(lineStarts[0]))
        if first < offset {
            for byte in bytes[first..<min(offset, bytes.count)] where byte & 0xC0 != 0x80 { scalars += 1 }
        }
        return TextPosition(line: low + 1, column: Int(scalars) - Int(scalarsBeforeLine[low]) + 1)
    }
}
