/// The strings of a chunk of Android's compiled resources (AOSP's ResourceTypes.h, ResStringPool), in UTF-8 or UTF-16.
struct StringPool {
    private let chunk: ByteView
    private let count: Int
    private let start: Int
    private let isUTF8: Bool

    init(_ chunk: ByteView) throws(FormatError) {
        self.chunk = chunk
        count = try chunk.uint32(at: 8)
        isUTF8 = try chunk.uint32(at: 16) & 0x100 != 0
        start = try chunk.uint32(at: 20)
        guard count <= chunk.count / 4 else { throw FormatError("has damaged resources") }
    }

    /// A string, or `nil` for the index that means none.
    func string(_ index: Int, _ budget: inout StringBudget) throws(FormatError) -> String? {
        guard index != 0xFFFF_FFFF else { return nil }
        guard index < count else { throw FormatError("has damaged resources: a string does not exist") }
        let header = try chunk.uint16(at: 2)
        var offset = try start + chunk.uint32(at: header + 4 * index)
        if isUTF8 {
            _ = try length8(&offset)
            let size = try length8(&offset)
            try budget.use(size)
            return String(decoding: try chunk.view(at: offset, count: size).bytes, as: UTF8.self)
        }
        var size = try chunk.uint16(at: offset)
        offset += 2
        if size & 0x8000 != 0 {
            size = try (size & 0x7FFF) << 16 | chunk.uint16(at: offset)
            offset += 2
        }
        try budget.use(2 * size)
        let bytes = try chunk.view(at: offset, count: 2 * size).bytes
        let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { index in
            UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8
        }
        return String(decoding: units, as: UTF16.self)
    }

    private func length8(_ offset: inout Int) throws(FormatError) -> Int {
        let first = try chunk.uint8(at: offset)
        offset += 1
        guard first & 0x80 != 0 else { return first }
        let second = try chunk.uint8(at: offset)
        offset += 1
        return (first & 0x7F) << 8 | second
    }
}

/// How many bytes of strings may still be read, because the same string can be named repeatedly.
struct StringBudget {
    private var rest: Int

    init(_ count: Int = 16 << 20) { rest = count }

    mutating func use(_ count: Int) throws(FormatError) {
        rest -= count + 16
        guard rest >= 0 else { throw FormatError("has too many or too long strings in its resources") }
    }
}
