@_spi(Bolts) import AppFiles
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// Opens files that may come from others: only regular files, so that no read waits forever.
enum RegularFile {
    /// Opens a file, without waiting for the other end of a pipe.
    ///
    /// - Throws: ``InputError`` if it cannot be read, or is a pipe, a socket, a device or a folder.
    static func open(_ path: String) throws -> (handle: FileHandle, size: Int) {
        try adopt(Foundation.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY), path)
    }

    /// Opens a file in an open folder, and follows no link.
    static func open(_ name: String, in folder: Int32, path: String) throws -> (handle: FileHandle, size: Int) {
        try adopt(openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY), path)
    }

    private static func adopt(_ descriptor: Int32, _ path: String) throws -> (handle: FileHandle, size: Int) {
        // Sockets cannot be opened at all.
        guard descriptor >= 0 else {
            let reason =
                switch errno {
                case ENXIO, EOPNOTSUPP: "is not a regular file"
                case ENOENT, ENOTDIR: "does not exist"
                default: "cannot be read; check its permissions"
                }
            throw InputError("\(path) \(reason)")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw InputError("\(path) is not a regular file")
        }
        return (handle, Int(status.st_size))
    }

    /// Opens a file that the user of the command chose, which may be a pipe, such as a shell's `<(command)`; `nil` if it cannot
    /// be read.
    static func openOrPipe(_ path: String) -> FileHandle? { FileHandle(forReadingAtPath: path) }

    /// Reads the first 64 KiB of a file.
    static func start(of path: String) throws -> [UInt8] { Array(try bytes(path, limit: 65_536)) }

    /// Reads a file of at most 4 MiB.
    static func bytes(_ path: String) throws -> [UInt8] {
        if let bytes = FileOverlay.bytes(path) {
            FixBudget.addRead(bytes.count)
            return bytes
        }
        let data = try bytes(path, limit: maximumBytes + 1)
        guard data.count <= maximumBytes else { throw tooLarge(path) }
        return Array(data)
    }

    /// The maximum number of bytes to read from a file.
    static let maximumBytes = 4 << 20

    static func tooLarge(_ name: String) -> InputError {
        InputError("\(name) has more than 4 MiB, which is too large to check")
    }

    /// Reads the start of a file.
    static func bytes(_ path: String, limit: Int) throws -> Data {
        let handle = try open(path).handle
        defer { try? handle.close() }
        do {
            let data = try handle.read(upToCount: limit) ?? Data()
            FixBudget.addRead(data.count)
            return data
        } catch {
            throw InputError("\(path) cannot be read: \(FolderWriter.reason(error))")
        }
    }

    /// Whether a file has this content; reads no more than that.
    static func hasContent(_ bytes: [UInt8], _ path: String) throws -> Bool {
        guard try open(path).size == bytes.count else { return false }
        return try Array(self.bytes(path, limit: bytes.count + 1)) == bytes
    }

    /// Whether two open files have the same content; only a piece of each is in memory.
    static func areEqual(_ first: (handle: FileHandle, size: Int), _ second: (handle: FileHandle, size: Int)) throws
        -> Bool
    {
        guard first.size == second.size else { return false }
        while true {
            let piece = try first.handle.read(upToCount: 65_536) ?? Data()
            guard piece == (try second.handle.read(upToCount: 65_536) ?? Data()) else { return false }
            if piece.isEmpty { return true }
        }
    }
}
