/// Builds ZIP archives in memory.
struct ArchiveBuilder {
    private var data: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0

    /// Adds an entry.
    ///
    /// A deflated entry is written in uncompressed blocks.
    mutating func add(_ name: String, _ content: [UInt8], isDeflated: Bool = false, method: Int? = nil) {
        var stored = content
        if isDeflated {
            stored = []
            var rest = content[...]
            repeat {
                let piece = rest.prefix(65_535)
                rest = rest.dropFirst(piece.count)
                stored += [rest.isEmpty ? 1 : 0] + little(piece.count, 2) + little(~piece.count, 2) + piece
            } while !rest.isEmpty
        }
        let method = method ?? (isDeflated ? 8 : 0)
        let fields = little(method, 2) + little(0, 8) + little(stored.count, 4) + little(content.count, 4)
        let name = Array(name.utf8)
        directory += little(0x0201_4B50, 4) + little(20, 2) + little(20, 2) + little(0, 2) + fields
        directory += little(name.count, 2) + little(0, 12) + little(data.count, 4) + name
        data +=
            little(0x0403_4B50, 4) + little(20, 2) + little(0, 2) + fields + little(name.count, 2) + little(0, 2) + name
        data += stored
        count += 1
    }

    /// The archive, with a signing block before its directory if there is one.
    func bytes(signingBlock: [UInt8] = []) -> [UInt8] {
        let offset = data.count + signingBlock.count
        let end = little(0x0605_4B50, 4) + little(0, 4) + little(count, 2) + little(count, 2)
        return data + signingBlock + directory + end + little(directory.count, 4) + little(offset, 4) + little(0, 2)
    }
}
