import Foundation

/// Standard input, as far as a command reads it.
enum StandardInput {
    /// Reads one byte more than the limit, so that truncation is noticed.
    ///
    /// - Parameters:
    ///   - handle: What is read; standard input by default.
    ///   - limit: How many bytes are accepted.
    /// - Returns: The bytes, of which there may be one more than accepted.
    /// - Throws: The system's error.
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
