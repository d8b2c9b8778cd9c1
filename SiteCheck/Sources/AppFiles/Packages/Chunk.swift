/// A chunk of Android's compiled resources: a kind, the size of its header, and its bytes (AOSP's ResourceTypes.h).
struct Chunk {
    static let stringPool = 0x0001
    static let table = 0x0002
    static let xml = 0x0003
    static let startElement = 0x0102
    static let endElement = 0x0103
    static let resourceMap = 0x0180
    static let package = 0x0200
    static let type = 0x0201

    let kind: Int
    let headerSize: Int
    let bytes: ByteView

    /// Reads the chunk at the beginning of bytes.
    init(_ bytes: ByteView) throws(FormatError) {
        kind = try bytes.uint16(at: 0)
        headerSize = try bytes.uint16(at: 2)
        let size = try bytes.uint32(at: 4)
        guard headerSize >= 8, size >= headerSize else {
            throw FormatError("has damaged resources: a chunk has no size")
        }
        self.bytes = try bytes.view(at: 0, count: size)
    }

    private static let maximumChildCount = 200_000

    /// The chunks after the header.
    func children() throws(FormatError) -> [Chunk] {
        var result: [Chunk] = []
        var rest = try bytes.view(from: headerSize)
        while rest.count >= 8 {
            guard result.count < Self.maximumChildCount else { throw FormatError("has too many chunks of resources") }
            let chunk = try Chunk(rest)
            result.append(chunk)
            rest = try rest.view(from: chunk.bytes.count)
        }
        return result
    }
}
