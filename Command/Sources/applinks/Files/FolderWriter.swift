import BoltsSiteCheck
import Foundation

/// Writes files below a folder, each in one step, so that a server never sends an incomplete file.
struct FolderWriter {
    enum Status: String, Sendable {
        case written
        case replaced
        case unchanged
    }

    struct Result: Sendable {
        let path: String
        let status: Status
    }

    let directory: String

    /// Writes files, and creates the folders that they need; a symbolic link inside the folder is an error, so nothing outside
    /// is changed.
    func write(_ files: [SitePublication.File]) throws -> [Result] {
        let places = files.map { WrittenPlace($0.path, in: directory) }
        // All places are checked first, so that no file is written if one cannot be.
        for place in places { try place.refuseLinks() }
        return try zip(files, places).map { file, place in
            Result(path: place.path, status: try Self.write(file.bytes, to: place))
        }
    }

    /// Reads the current content of files, by their paths below the folder; missing files are omitted.
    ///
    /// - Throws: ``InputError`` if one is behind a symbolic link, too large, or cannot be read.
    func contents(of files: [SitePublication.File]) throws -> [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        for file in files {
            let place = WrittenPlace(file.path, in: directory)
            try place.refuseLinks()
            var isDirectory: ObjCBool = false
            // If a folder is in place of the file, writing reports it.
            guard FileManager.default.fileExists(atPath: place.path, isDirectory: &isDirectory), !isDirectory.boolValue
            else { continue }
            contents[file.path] = try RegularFile.bytes(place.path)
        }
        return contents
    }

    /// Writes one file in one step.
    static func write(_ bytes: [UInt8], to place: WrittenPlace, named name: String? = nil) throws -> Status {
        try place.refuseLinks()
        var status = stat()
        if lstat(place.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            try RegularFile.hasContent(bytes, place.path)
        {
            return .unchanged
        }
        return try write(to: place, named: name) { try $0(Data(bytes)) }
    }

    /// Writes one file in pieces, and replaces the existing one, keeping its permissions, when it is complete and different.
    static func write(
        to place: WrittenPlace,
        named name: String? = nil,
        _ body: ((Data) throws -> Void) throws -> Void
    ) throws -> Status {
        func failure(_ reason: String) -> InputError {
            InputError("\(name ?? place.path) cannot be written: \(reason)")
        }
        func system() -> InputError { failure(String(cString: strerror(errno))) }
        let folder = try place.openFolder(making: true) { failure($0) }
        let existing = try place.existing(in: folder.descriptor)
        // The temporary name does not contain the file's name, which may already have the maximum length.
        let temporary = ".applinks-\(UUID().uuidString)"
        let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = openat(folder.descriptor, temporary, flags, existing == nil ? 0o666 : 0o600)
        guard descriptor >= 0 else { throw system() }
        var isDone = false
        defer { if !isDone { unlinkat(folder.descriptor, temporary, 0) } }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var size = 0
        try body { piece in
            do { try handle.write(contentsOf: piece) } catch { throw failure(reason(error)) }
            size += piece.count
        }
        if let existing {
            var status = stat()
            guard fstat(existing.handle.fileDescriptor, &status) == 0 else { throw system() }
            try handle.seek(toOffset: 0)
            if try RegularFile.areEqual((handle, size), existing) { return .unchanged }
            // The owner is kept if the system allows that; the permissions must be kept.
            if status.st_uid != getuid() || status.st_gid != getgid() {
                _ = fchown(descriptor, status.st_uid, status.st_gid)
            }
            guard fchmod(descriptor, status.st_mode & 0o7777) == 0 else { throw system() }
        }
        guard fsync(descriptor) == 0, renameat(folder.descriptor, temporary, folder.descriptor, place.name) == 0 else {
            throw system()
        }
        isDone = true
        return existing == nil ? .written : .replaced
    }

    /// The system's reason for a Foundation error.
    static func reason(_ error: any Error) -> String {
        let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? error as NSError
        return cause.domain == NSPOSIXErrorDomain
            ? String(cString: strerror(Int32(cause.code))) : cause.localizedDescription
    }
}
