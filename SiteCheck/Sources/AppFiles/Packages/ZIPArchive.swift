import BoltsBase

/// The entries of a ZIP archive, from its central directory (PKWARE's APPNOTE.TXT, 4.3).
struct ZIPArchive {
    /// A file in the archive.
    struct Entry {
        let name: String
        let isDeflated: Bool
        let isReadable: Bool
        let compressedCount: Int
        let count: Int
        let offset: Int
    }

    private static let maximumDirectorySize = 32 << 20
    private static let maximumEntryCount = 200_000
    /// The maximum inflated size of an entry.
    private static let maximumEntrySize = 1 << 30

    let source: any ByteSource
    let entries: [Entry]
    /// The beginning of the central directory; Android's signing block ends there.
    let directoryOffset: Int
    /// The places of the entries by name; if several have a name, the first one.
    private let places: [String: Int]
    /// The names that several entries have.
    private let repeated: Set<String>
    private let budget: InflationBudget

    init(_ source: any ByteSource, budget: InflationBudget = InflationBudget()) throws(FormatError) {
        self.source = source
        self.budget = budget
        let tail = min(source.count, 22 + 65_535)
        let end = ByteView(try source.read(at: source.count - tail, count: tail))
        guard let start = try Self.endRecord(end) else { throw FormatError("is not a ZIP archive, or is truncated") }
        let count = try end.uint16(at: start + 10)
        let size = try end.uint32(at: start + 12)
        directoryOffset = try end.uint32(at: start + 16)
        guard directoryOffset != 0xFFFF_FFFF else {
            throw FormatError("is a ZIP archive of more than 4 GiB, which is not read")
        }
        guard size <= Self.maximumDirectorySize else { throw FormatError("has too many entries") }
        let directory = ByteView(try source.read(at: directoryOffset, count: size))
        var entries: [Entry] = []
        var places: [String: Int] = [:]
        var repeated: Set<String> = []
        var offset = 0
        // The count has 16 bits; if there are more entries, the directory's size is used.
        while offset < directory.count, entries.count < count || count == 0xFFFF {
            guard try directory.uint32(at: offset) == 0x0201_4B50 else { throw FormatError("has a damaged directory") }
            guard entries.count < Self.maximumEntryCount else { throw FormatError("has too many entries") }
            let flags = try directory.uint16(at: offset + 8)
            let method = try directory.uint16(at: offset + 10)
            let nameSize = try directory.uint16(at: offset + 28)
            let name = String(decoding: try directory.view(at: offset + 46, count: nameSize).bytes, as: UTF8.self)
            if places[name] == nil { places[name] = entries.count } else { repeated.insert(name) }
            entries.append(
                Entry(
                    name: name,
                    isDeflated: method == 8,
                    isReadable: (method == 0 || method == 8) && flags & 1 == 0,
                    compressedCount: try directory.uint32(at: offset + 20),
                    count: try directory.uint32(at: offset + 24),
                    offset: try directory.uint32(at: offset + 42)
                )
            )
            let rest = try directory.uint16(at: offset + 30) + directory.uint16(at: offset + 32)
            offset += 46 + nameSize + rest
        }
        self.entries = entries
        self.places = places
        self.repeated = repeated
    }

    /// The place of the record at the end, whose comment extends to the end of the file.
    private static func endRecord(_ end: ByteView) throws(FormatError) -> Int? {
        var start = end.count - 22
        while start >= 0 {
            if try end.uint8(at: start) == 0x50, try end.uint32(at: start) == 0x0605_4B50,
                try end.uint16(at: start + 20) == end.count - start - 22
            {
                return start
            }
            start -= 1
        }
        return nil
    }

    func entry(named name: String) -> Entry? { places[name].map { entries[$0] } }

    /// The bytes of an entry, inflated while they are read.
    func bytes(of entry: Entry) throws(FormatError) -> any ByteSource {
        guard !repeated.contains(entry.name) else {
            throw FormatError("has two entries \(entry.name.quoted()): it is not decided which of them counts")
        }
        guard entry.isReadable else {
            throw FormatError("has an entry \(entry.name.quoted()) that is encrypted, or compressed by another method")
        }
        guard entry.count <= Self.maximumEntrySize else {
            throw FormatError("has an entry \(entry.name.quoted()) of more than \(Self.maximumEntrySize) bytes")
        }
        let header = ByteView(try source.read(at: entry.offset, count: 30))
        guard try header.uint32(at: 0) == 0x0403_4B50 else {
            throw FormatError("has a damaged entry \(entry.name.quoted())")
        }
        let start = try entry.offset + 30 + header.uint16(at: 26) + header.uint16(at: 28)
        let data = try PartialBytes(source, start: start, count: entry.compressedCount)
        if entry.isDeflated { return InflatedBytes(data, count: entry.count, budget: budget) }
        guard entry.count == entry.compressedCount else {
            throw FormatError("has a damaged entry \(entry.name.quoted())")
        }
        return data
    }

    /// The bytes of the entry with a name, or `nil` if there is none.
    func bytes(named name: String, limit: Int) throws(FormatError) -> [UInt8]? {
        guard let entry = entry(named: name) else { return nil }
        guard entry.count <= limit else {
            throw FormatError("has an entry \(name.quoted()) of \(entry.count) bytes, and at most \(limit) are read")
        }
        return try bytes(of: entry).readAll(limit: limit)
    }
}
