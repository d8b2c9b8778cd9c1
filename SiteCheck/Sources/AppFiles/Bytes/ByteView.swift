/// A slice of untrusted bytes; every access is checked.
struct ByteView {
    private let storage: [UInt8]
    private let start: Int
    let count: Int

    init(_ bytes: [UInt8]) {
        storage = bytes
        start = 0
        count = bytes.count
    }

    private init(_ storage: [UInt8], start: Int, count: Int) {
        self.storage = storage
        self.start = start
        self.count = count
    }

    var bytes: ArraySlice<UInt8> { storage[start..<start + count] }

    /// The bytes from an offset on.
    func view(at offset: Int, count length: Int) throws(FormatError) -> ByteView {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else {
            throw FormatError("is damaged: it refers to bytes after its end")
        }
        return ByteView(storage, start: start + offset, count: length)
    }

    func view(from offset: Int) throws(FormatError) -> ByteView { try view(at: offset, count: count - offset) }

    func uint8(at offset: Int) throws(FormatError) -> Int { Int(try view(at: offset, count: 1).bytes.first ?? 0) }

    func uint16(at offset: Int) throws(FormatError) -> Int { try littleEndian(at: offset, size: 2) }

    func uint32(at offset: Int) throws(FormatError) -> Int { try littleEndian(at: offset, size: 4) }

    /// A number of 64 bits; a value that is not a valid count is an error.
    func uint64(at offset: Int) throws(FormatError) -> Int { try littleEndian(at: offset, size: 8) }

    private func littleEndian(at offset: Int, size: Int) throws(FormatError) -> Int {
        try Self.number(view(at: offset, count: size).bytes.reversed())
    }

    /// A number whose most significant byte is first.
    func bigEndian(at offset: Int, size: Int) throws(FormatError) -> Int {
        try Self.number(view(at: offset, count: size).bytes)
    }

    private static func number(_ bytes: some Sequence<UInt8>) throws(FormatError) -> Int {
        let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let number = Int(exactly: value) else { throw FormatError("is damaged: a size in it exceeds the file") }
        return number
    }
}
