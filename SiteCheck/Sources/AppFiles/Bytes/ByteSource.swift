import BoltsSiteCheck
import Foundation

/// Bytes that are read in pieces, so that a large file need not be in memory.
protocol ByteSource {
    var count: Int { get }

    /// Reads a piece; a range that is not within the source is an error.
    func read(at offset: Int, count: Int) throws(FormatError) -> [UInt8]
}

extension ByteSource {
    /// Reads everything, unless it exceeds a number of bytes.
    func readAll(limit: Int) throws(FormatError) -> [UInt8] {
        guard count <= limit else {
            throw FormatError("has \(count) bytes, and at most \(limit) are read")
        }
        return try read(at: 0, count: count)
    }

    func checkRange(_ offset: Int, _ length: Int) throws(FormatError) {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else {
            throw FormatError("is damaged: it refers to bytes after its end")
        }
    }
}

/// A part of another source.
struct PartialBytes: ByteSource {
    let source: any ByteSource
    let start: Int
    let count: Int

    init(_ source: any ByteSource, start: Int, count: Int) throws(FormatError) {
        try source.checkRange(start, count)
        self.source = source
        self.start = start
        self.count = count
    }

    func read(at offset: Int, count: Int) throws(FormatError) -> [UInt8] {
        try checkRange(offset, count)
        return try source.read(at: start + offset, count: count)
    }
}

/// An open file; it closes itself when it is released.
final class FileBytes: ByteSource {
    private let descriptor: Int32
    /// The replacement of the file's content.
    private let overlay: [UInt8]?
    let count: Int

    static let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY

    /// Opens a regular file, whose path may have symbolic links, and does not wait for the other end of a pipe.
    convenience init(path: String) throws(FormatError) {
        try self.init(open(path, Self.flags), path)
    }

    /// Opens a regular file below a folder, by its path within the folder, without `..`.
    ///
    /// The folder's own path may contain symbolic links; links below the folder are not followed. Each folder is opened within
    /// the previous one, so replacing one by a link meanwhile has no effect.
    convenience init(path: String, below root: String) throws(FormatError) {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        let names = path.split(separator: "/").map(String.init)
        var folder = open(root, flags)
        defer { if folder >= 0 { close(folder) } }
        for name in names.dropLast() where folder >= 0 {
            let next = openat(folder, name, flags | O_NOFOLLOW)
            let fault = errno
            close(folder)
            folder = next
            if next < 0, fault == ENOTDIR || fault == ELOOP {
                throw FormatError("is behind a symbolic link, which is not followed")
            }
            errno = fault
        }
        guard folder >= 0, let name = names.last else { throw Self.fault }
        try self.init(openat(folder, name, Self.flags | O_NOFOLLOW), "\(root)/\(path)")
    }

    /// Why the system could not open it.
    private static var fault: FormatError {
        FormatError(
            errno == ENOENT || errno == ENOTDIR
                ? "does not exist" : "cannot be read; check that it is a file, and its permissions"
        )
    }

    init(_ descriptor: Int32, _ path: String) throws(FormatError) {
        guard descriptor >= 0 else { throw Self.fault }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw FormatError("is not a regular file")
        }
        self.descriptor = descriptor
        overlay = FileOverlay.bytes(path)
        count = overlay?.count ?? Int(status.st_size)
    }

    deinit { close(descriptor) }

    func read(at offset: Int, count: Int) throws(FormatError) -> [UInt8] {
        try checkRange(offset, count)
        ReadingSteps.addRead(count)
        if let overlay { return Array(overlay[offset..<offset + count]) }
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let size = pread(
                    descriptor,
                    buffer.baseAddress.map { $0 + filled },
                    count - filled,
                    off_t(offset + filled)
                )
                if size < 0, errno == EINTR { continue }
                guard size > 0 else {
                    failed = true
                    return
                }
                filled += size
            }
        }
        if failed { throw FormatError("was changed while it was read, or cannot be read") }
        return bytes
    }
}
