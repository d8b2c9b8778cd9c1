@_spi(Bolts) import BoltsPageFetching

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A regular file, open for reading.
struct PageFile {
    private static let chunkSize = 64 * 1_024
    private let descriptor: Int32
    private let path: String

    /// Opens a file; fails with `PageError` if it does not exist, is not a regular file, or cannot be read.
    init(path: String) throws {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw PageError(.fileNotFound, "there is no file at \(path.isEmpty ? "an empty path" : path)")
        }
        // The file is opened non-blocking, because opening a pipe would otherwise wait for a writer.
        let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw PageFile.failure(path, errno) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            let code = errno
            _ = PageFile.closeDescriptor(descriptor)
            throw PageFile.failure(path, code)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            _ = PageFile.closeDescriptor(descriptor)
            let kind = status.st_mode & S_IFMT == S_IFDIR ? "a directory" : "a pipe or a device"
            throw PageError(.notAFile, "\(path) is \(kind), not a file: give the path of a file")
        }
        self.descriptor = descriptor
        self.path = path
    }

    func close() {
        _ = PageFile.closeDescriptor(descriptor)
    }

    /// Passes the bytes on in chunks; returns whether reading stopped before the end.
    func read(upTo limit: Int, into consume: (Span<UInt8>) throws -> Bool) throws -> Bool {
        var chunk = [UInt8](repeating: 0, count: PageFile.chunkSize)
        var remaining = max(limit, 0)
        while true {
            let count = readChunk(&chunk)
            if count < 0 {
                let code = errno
                if code == EINTR { continue }
                throw PageFile.failure(path, code)
            }
            if count == 0 { return false }
            let accepted = min(count, remaining)
            remaining -= accepted
            if accepted > 0 {
                let slice = chunk[..<accepted]
                guard try consume(slice.span) else { return true }
            }
            // The limit may be inside the file's last chunk.
            if accepted < count { return true }
        }
    }

    private func readChunk(_ chunk: inout [UInt8]) -> Int {
        unsafe chunk.withUnsafeMutableBytes { unsafe systemRead(descriptor, $0.baseAddress, $0.count) }
    }

    private static func closeDescriptor(_ descriptor: Int32) -> Int32 {
        systemClose(descriptor)
    }

    private static func failure(_ path: String, _ code: Int32) -> PageError {
        let reason = unsafe String(cString: strerror(code))
        switch code {
        case ENOENT, ENOTDIR:
            return PageError(.fileNotFound, "there is no file at \(path): check the path", detail: reason)
        default:
            return PageError(.fileNotReadable, "\(path) cannot be read: \(reason)", detail: "errno \(code)")
        }
    }

    /// The content type of a file by its name: that of a page for the usual names, and unknown for others.
    static func contentType(ofPath path: String) -> PageContentType? {
        let name = path.lowercased()
        let isPage = [".html", ".htm", ".xhtml"].contains { name.hasSuffix($0) }
        return isPage ? PageContentType(mediaType: "text/html") : nil
    }
}

// This function is outside the type, whose own methods would hide the system's.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(descriptor, buffer, count)
}

private func systemClose(_ descriptor: Int32) -> Int32 {
    close(descriptor)
}
