import BoltsSiteCheck
import Foundation

/// Writes files below a folder, each in one step, so that a server never hands out half of one.
struct FolderWriter {
    /// What became of a file.
    enum Status: String, Sendable {
        /// It was not there before.
        case written
        /// It was there with another content.
        case replaced
        /// It was there with the same content, and was left alone.
        case unchanged
    }

    /// A file and what became of it.
    struct Result: Sendable {
        let path: String
        let status: Status
    }

    let directory: String

    /// Writes files, and makes the folders that they need.
    ///
    /// Nothing else in the folder is touched, and nothing outside it: a symbolic link inside the folder is an error.
    ///
    /// - Throws: ``InputError`` naming the first file that cannot be written.
    func write(_ files: [SitePublication.File]) throws -> [Result] {
        for file in files { try refuseLinks(to: file.path) }
        return try files.map { file in
            let path = (directory.hasSuffix("/") ? directory : directory + "/") + file.path
            return Result(path: path, status: try Self.write(file.bytes, to: path))
        }
    }

    /// Reads the content that files have now, by their paths below the folder; those that are not there are left out.
    ///
    /// - Throws: ``InputError`` if one is behind a symbolic link, too large, or cannot be read.
    func contents(of files: [SitePublication.File]) throws -> [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        for file in files {
            try refuseLinks(to: file.path)
            let path = (directory.hasSuffix("/") ? directory : directory + "/") + file.path
            var isDirectory: ObjCBool = false
            // Writing says what is wrong with a folder in the place of the file.
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), !isDirectory.boolValue
            else { continue }
            contents[file.path] = try LocalSite.bytes(atPath: path)
        }
        return contents
    }

    /// Makes sure that no part of a path below the folder is a symbolic link, which could lead anywhere.
    private func refuseLinks(to file: String) throws {
        var path = directory
        for name in file.split(separator: "/") {
            path += path.hasSuffix("/") ? String(name) : "/" + name
            var status = stat()
            guard lstat(path, &status) == 0 else { return }
            guard status.st_mode & S_IFMT != S_IFLNK else {
                throw InputError(
                    "\(path) is a symbolic link, through which nothing is written; replace it by what it leads to"
                )
            }
        }
    }

    /// Writes one file in one step.
    ///
    /// - Throws: ``InputError`` if it cannot be written.
    static func write(_ bytes: [UInt8], to path: String, named name: String? = nil) throws -> Status {
        if try exists(path), try RegularFile.hasContent(bytes, path) { return .unchanged }
        return try write(to: path, named: name) { try $0(Data(bytes)) }
    }

    /// Writes one file in pieces, and puts it in its place when it is whole; one that was there keeps its permissions.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - name: What errors call it; its path by default.
    ///   - body: Passes the pieces to the closure that it gets.
    /// - Returns: What became of the file; one that has the same content already is left alone.
    /// - Throws: ``InputError`` if it cannot be written, or the error of `body`.
    static func write(to path: String, named name: String? = nil, _ body: ((Data) throws -> Void) throws -> Void) throws
        -> Status
    {
        let exists = try exists(path)
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        func failure(_ reason: String) -> InputError { InputError("\(name ?? path) cannot be written: \(reason)") }
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw failure(reason(error))
        }
        // What is there is not replaced by a file without a name.
        if exists { try RegularFile.open(path).handle.close() }
        // Without the file's own name, which may be as long as a name can be.
        let temporary = folder.appendingPathComponent(".applinks-\(UUID().uuidString)").path
        let descriptor = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, exists ? 0o600 : 0o666)
        guard descriptor >= 0 else { throw failure(String(cString: strerror(errno))) }
        var isDone = false
        defer { if !isDone { unlink(temporary) } }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try body { piece in
            do { try handle.write(contentsOf: piece) } catch { throw failure(reason(error)) }
        }
        var status = stat()
        if exists, stat(path, &status) == 0 {
            if try RegularFile.areEqual(temporary, path) { return .unchanged }
            // Another owner is kept where that is allowed; the permissions must be.
            if status.st_uid != getuid() || status.st_gid != getgid() {
                _ = fchown(descriptor, status.st_uid, status.st_gid)
            }
            guard fchmod(descriptor, status.st_mode & 0o7777) == 0 else {
                throw failure(String(cString: strerror(errno)))
            }
        }
        guard fsync(descriptor) == 0, rename(temporary, path) == 0 else {
            throw failure(String(cString: strerror(errno)))
        }
        isDone = true
        return exists ? .replaced : .written
    }

    /// The file that a path leads to, which need not be there: a symbolic link stays, and what it names is written.
    ///
    /// - Throws: ``InputError`` if the links lead in a circle, or to an open stream.
    static func target(of path: String) throws -> String {
        var path = path
        for _ in 0..<40 {
            guard let name = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { return path }
            // A link such as /dev/stdout: its target would be replaced under the program that has it open.
            guard !name.hasPrefix("/proc/"), !name.hasPrefix("/dev/") else {
                throw InputError("\(path) cannot be written: it leads to an open stream, and only files are written")
            }
            let folder = LocalPath.folder(of: path) as NSString
            path = name.hasPrefix("/") ? name : folder.appendingPathComponent(name)
        }
        throw InputError("\(path) cannot be written: its symbolic links lead in a circle")
    }

    private static func exists(_ path: String) throws -> Bool {
        var isDirectory: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
        if isDirectory.boolValue { throw InputError("\(path) is a folder; remove it, or name another folder") }
        return exists
    }

    /// The system's reason of an error of Foundation.
    static func reason(_ error: any Error) -> String {
        let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? error as NSError
        return cause.domain == NSPOSIXErrorDomain
            ? String(cString: strerror(Int32(cause.code))) : cause.localizedDescription
    }
}
