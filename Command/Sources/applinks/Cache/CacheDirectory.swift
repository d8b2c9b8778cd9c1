import BoltsBase
import Foundation
import Synchronization

/// A directory of small files that several runs of the tool may use at the same time.
///
/// A file is written under a temporary name and renamed, so that readers see it completely or not at all. There are no
/// locks: of two writers the last one wins, and another run may remove files at any time. The directory stays open, so
/// that it cannot be replaced by another. Symbolic links in it are not followed, and opening a pipe does not block.
final class CacheDirectory: Sendable {
    private static let suffix = ".page.json"
    private static let temporaryPrefix = ".applinks-"
    private static let temporarySuffix = ".tmp"
    /// The maximum size of a file in bytes; a larger one was not written by this tool.
    private static let fileLimit = 64 * 1_024 * 1_024
    private static let counter = Atomic(0)

    let path: String
    private let byteLimit: Int
    private let descriptor: Int32
    private let hasWritten = Atomic(false)

    // Creates the directory, for its owner only, if it is missing. `byteLimit` is the limit for all files together. Throws
    // `InputError` if the directory cannot be used.
    init(path: String, byteLimit: Int) throws {
        self.path = path
        self.byteLimit = byteLimit
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw InputError("the cache directory \(path) cannot be created: choose another with --cache-directory")
        }
        guard FileManager.default.isWritableFile(atPath: path) else {
            let reason = access(path, W_OK) == 0 ? "" : ", \(Self.reason())"
            throw InputError(
                "the cache directory \(path) cannot be written to\(reason): choose another with --cache-directory"
            )
        }
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw InputError("the cache directory \(path) cannot be opened: \(Self.reason())")
        }
        do {
            try Self.checkOwner(of: descriptor, path: path)
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

    /// Checks that only the user can write to the directory, because its files determine the tool's output.
    private static func checkOwner(of descriptor: Int32, path: String) throws {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw InputError("the cache directory \(path) cannot be examined: \(reason())")
        }
        guard status.st_uid == geteuid() else {
            throw InputError("the cache directory \(path) belongs to another user: choose one with --cache-directory")
        }
        guard status.st_mode & 0o022 == 0 else {
            throw InputError("others can write to the cache directory \(path): run 'chmod go-w' on it, or choose one")
        }
    }

    static func defaultPath(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> String {
        // The XDG specification ignores a path that is not absolute.
        if let base = environment["XDG_CACHE_HOME"], base.hasPrefix("/") { return base + "/applinks" }
        #if canImport(Darwin)
        if let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first {
            return caches.appendingPathComponent("applinks").path
        }
        #endif
        if let home = environment["HOME"], home.hasPrefix("/") { return home + "/.cache/applinks" }
        throw InputError("there is no directory for caches: set HOME, or choose one with --cache-directory")
    }

    /// The name of the file for a key; the file itself contains the key.
    func name(for key: String) -> String {
        Data(SHA256.hash(key.utf8)).base64EncodedString().replacing("/", with: "_") + Self.suffix
    }

    /// Returns the contents of a file, or `nil` if there is none, and marks it as used.
    func read(_ name: String) throws -> Data? {
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw InputError(Self.reason())
        }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
            throw InputError("it belongs to another user, or is not a file")
        }
        let data = try handle.read(upToCount: Self.fileLimit + 1) ?? Data()
        guard data.count <= Self.fileLimit else { throw InputError("it is larger than the tool's own files") }
        // The access time determines which files are removed first. If it cannot be set, only that order is worse.
        _ = futimens(file, nil)
        return data
    }

    func write(_ data: Data, to name: String) throws {
        hasWritten.store(true, ordering: .relaxed)
        let number = Self.counter.add(1, ordering: .relaxed).newValue
        let process = ProcessInfo.processInfo.processIdentifier
        let temporary = "\(Self.temporaryPrefix)\(process)-\(number)\(Self.temporarySuffix)"
        // A killed run with the same process id may have left a file.
        unlinkat(descriptor, temporary, 0)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = openat(descriptor, temporary, flags, 0o600)
        guard file >= 0 else { throw InputError(Self.reason()) }
        do {
            let handle = FileHandle(fileDescriptor: file, closeOnDealloc: false)
            defer { close(file) }
            try handle.write(contentsOf: data)
            guard renameat(descriptor, temporary, descriptor, name) == 0 else { throw InputError(Self.reason()) }
        } catch {
            unlinkat(descriptor, temporary, 0)
            throw error
        }
    }

    /// Removes a file, which another run may have removed already.
    func remove(_ name: String) throws {
        guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else { throw InputError(Self.reason()) }
    }

    func removeAll() throws {
        for file in files() where file.name.hasSuffix(Self.suffix) { try remove(file.name) }
    }

    /// Removes the least recently used files beyond the limit, and temporary files of killed runs.
    ///
    /// Has no effect if this run has not written anything.
    func prune(now: Date = Date()) {
        guard hasWritten.load(ordering: .relaxed) else { return }
        var kept: [File] = []
        var total = 0
        for file in files() {
            if file.name.hasPrefix(Self.temporaryPrefix), file.name.hasSuffix(Self.temporarySuffix) {
                if now.timeIntervalSince(file.used) > 3_600 { try? remove(file.name) }
            } else if file.name.hasSuffix(Self.suffix) {
                total += file.size
                kept.append(file)
            }
        }
        for file in kept.sorted(by: { $0.used < $1.used }) {
            guard total > byteLimit else { return }
            // If this fails, the next run tries again.
            try? remove(file.name)
            total -= file.size
        }
    }

    private struct File {
        let name: String
        let used: Date
        let size: Int
    }

    private func files() -> [File] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.compactMap { name in
            var status = stat()
            guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
            #if canImport(Darwin)
            let used = status.st_mtimespec
            #else
            let used = status.st_mtim
            #endif
            let date = Date(timeIntervalSince1970: Double(used.tv_sec) + Double(used.tv_nsec) / 1e9)
            return File(name: name, used: date, size: Int(status.st_size))
        }
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}
