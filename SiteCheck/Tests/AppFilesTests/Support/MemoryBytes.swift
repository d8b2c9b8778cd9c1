@testable import AppFiles

/// Bytes in memory.
struct MemoryBytes: ByteSource {
    let bytes: [UInt8]

    var count: Int { bytes.count }

    func read(at offset: Int, count: Int) throws(FormatError) -> [UInt8] {
        try checkRange(offset, count)
        return Array(bytes[offset..<offset + count])
    }
}
