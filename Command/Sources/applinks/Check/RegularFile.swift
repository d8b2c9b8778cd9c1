import Foundation

/// Opens files that strangers may have put in place: only those that are files, so that no read waits forever.
enum RegularFile {
    /// Opens a file, without waiting for the other end of a pipe.
    ///
    /// - Parameter path: The file's path.
    /// - Returns: The open file, which closes itself when it is released, and its size.
    /// - Throws: ``InputError`` if it cannot be read, or is a pipe, a socket, a device or a folder.
    static func open(_ path: String) throws -> (handle: FileHandle, size: Int) {
        let descriptor = Foundation.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        // Sockets cannot be opened at all.
        guard descriptor >= 0 else {
            let reason =
                switch errno {
                case ENXIO, EOPNOTSUPP: "is not a regular file"
                case ENOENT, ENOTDIR: "does not exist"
                default: "cannot be read; check who may read it"
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

    /// Whether a file has this content; reads no more of it than that.
    ///
    /// - Throws: ``InputError`` if it cannot be read, or is not a regular file.
    static func hasContent(_ bytes: [UInt8], _ path: String) throws -> Bool {
        let (handle, size) = try open(path)
        defer { try? handle.close() }
        guard size == bytes.count else { return false }
        return try handle.read(upToCount: bytes.count + 1).map(Array.init) ?? [] == bytes
    }

    /// Whether two files have the same content; of both only a piece is in memory.
    ///
    /// - Throws: ``InputError`` if one cannot be read, or is not a regular file.
    static func areEqual(_ path: String, _ other: String) throws -> Bool {
        let (first, second) = (try open(path), try open(other))
        guard first.size == second.size else { return false }
        while true {
            let piece = try first.handle.read(upToCount: 65_536) ?? Data()
            guard piece == (try second.handle.read(upToCount: 65_536) ?? Data()) else { return false }
            if piece.isEmpty { return true }
        }
    }
}
