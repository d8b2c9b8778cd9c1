import Foundation

enum StandardInput {
    /// Reads one byte more than the limit, so that truncation is noticed.
    static func read(_ handle: FileHandle = .standardInput, limit: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            guard let chunk = try handle.read(upToCount: min(65_536, limit + 1 - bytes.count)),
                !chunk.isEmpty
            else { break }
            bytes += chunk
        }
        return bytes
    }
}
