import Foundation
package import LinkIndex
import Synchronization

/// A file of revoked keys, which remain revoked when an older back-up of the database is restored.
///
/// A line is the SHA-256 of a key in hexadecimal, a space, the time of its revocation, a space, and its name. The file is read
/// again when it has changed.
package final class RevokedKeys: Sendable {
    private struct State {
        var hashes: Set<String> = []
        /// The size and time of the file that was read.
        var version: [String] = []
    }

    private let path: String
    private let state = Mutex(State())

    /// Reads the file, which need not exist.
    ///
    /// - Parameter path: Its path.
    /// - Throws: A `CocoaError` if it exists and cannot be read.
    package init(path: String) throws {
        self.path = path
        _ = try contains([])
    }

    /// Whether a key is revoked.
    ///
    /// - Parameter hash: The SHA-256 of the key.
    /// - Returns: Whether the file names it.
    /// - Throws: A `CocoaError` if the file exists and cannot be read.
    package func contains(_ hash: [UInt8]) throws -> Bool {
        let version = try version()
        return try state.withLock { state in
            if state.version != version {
                state.hashes = version.isEmpty ? [] : try Self.hashes(in: path)
                state.version = version
            }
            return state.hashes.contains(hash.hexadecimal)
        }
    }

    /// Adds a key.
    ///
    /// - Parameter key: The key.
    /// - Throws: A `CocoaError` if the file cannot be written.
    package func add(_ key: APIKey) throws {
        // Each line is appended at the current end of the file, because another process may revoke a key at the same moment.
        let descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(errno) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        defer { try? file.close() }
        // Without a lock the file may end within a line that another process is writing. Closing the file releases it.
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw failure(errno) }
        }
        var line = Data("\(key.hash.hexadecimal) \(Timestamp.now.text) \(key.name)\n".utf8)
        let end = try file.seekToEnd()
        if end > 0 {
            // An editor may have left the last line without a line end, which would make this key part of its name.
            try file.seek(toOffset: end - 1)
            let newLine = Data("\n".utf8)
            if try file.read(upToCount: 1) != newLine { line = newLine + line }
        }
        try file.write(contentsOf: line)
        try file.synchronize()
    }

    private func failure(_ number: Int32) -> CocoaError {
        let reason = POSIXError(POSIXErrorCode(rawValue: number) ?? .EIO)
        return CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path, NSUnderlyingErrorKey: reason])
    }

    /// Values that change when the file changes; empty if there is no file.
    private func version() throws -> [String] {
        do {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            let time = (attributes[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate
            return ["\(attributes[.size] ?? "")", "\(time ?? 0)", "\(attributes[.systemFileNumber] ?? "")"]
        } catch let error as CocoaError where [.fileNoSuchFile, .fileReadNoSuchFile].contains(error.code) {
            return []
        }
    }

    private static func hashes(in path: String) throws -> Set<String> {
        let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
        // A file that was copied through Windows has other line ends; in Swift each is one character.
        return Set(text.split(whereSeparator: \.isNewline).map { $0.prefix { $0 != " " }.lowercased() })
    }
}
