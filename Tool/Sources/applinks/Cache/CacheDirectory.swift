import Foundation
import Synchronization

/// A directory of small files that several runs of the tool may use at the same time.
///
/// A file is written under another name and then renamed, so that whoever reads one sees all of it or none. Nothing is
/// locked: of two who write one file the last wins, and a file that somebody else has removed is not there.
struct CacheDirectory: Sendable {
    private static let suffix = ".page.json"
    private static let temporarySuffix = ".tmp"
    /// A file that is larger was not written here.
    private static let fileLimit = 64 * 1_024 * 1_024
    private static let counter = Atomic(0)

    let url: URL
    let byteLimit: Int

    // `path` is made where it is not there, for its owner alone; `byteLimit` is for its files together. Throws `InputError`
    // where it cannot be used.
    init(path: String, byteLimit: Int) throws {
        url = URL(fileURLWithPath: path, isDirectory: true)
        self.byteLimit = byteLimit
        do {
            try FileManager.default.createDirectory(
                at: url,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw InputError("the cache directory \(path) cannot be made: name another with --cache-directory")
        }
        guard FileManager.default.isWritableFile(atPath: url.path) else {
            throw InputError("the cache directory \(path) cannot be written to: name another with --cache-directory")
        }
    }

    /// Where caches are kept by default.
    static func defaultPath(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> String {
        // The specification of XDG ignores what is not an absolute path.
        if let base = environment["XDG_CACHE_HOME"], base.hasPrefix("/") { return base + "/applinks" }
        #if canImport(Darwin)
        if let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first {
            return caches.appendingPathComponent("applinks").path
        }
        #endif
        if let home = environment["HOME"], home.hasPrefix("/") { return home + "/.cache/applinks" }
        throw InputError("there is no directory for caches: set HOME, or name one with --cache-directory")
    }

    /// The file of a key, whatever stands in it.
    func file(for key: String) -> URL {
        url.appendingPathComponent(Self.name(of: key) + Self.suffix)
    }

    /// The contents of a file, or `nil` where there is none; reading counts as using it.
    func read(_ file: URL) throws -> Data? {
        guard let handle = try? FileHandle(forReadingFrom: file) else { return nil }
        defer { try? handle.close() }
        let data = try handle.read(upToCount: Self.fileLimit + 1) ?? Data()
        guard data.count <= Self.fileLimit else { throw InputError("it is larger than any that is written here") }
        try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: file.path)
        return data
    }

    func write(_ data: Data, to file: URL) throws {
        let number = Self.counter.add(1, ordering: .relaxed).newValue
        let temporary = url.appendingPathComponent(
            ".\(ProcessInfo.processInfo.processIdentifier)-\(number)\(Self.temporarySuffix)"
        )
        do {
            let isWritten = FileManager.default.createFile(
                atPath: temporary.path,
                contents: data,
                attributes: [.posixPermissions: 0o600]
            )
            guard isWritten else { throw InputError("there is no room, or no right to write") }
            guard rename(temporary.path, file.path) == 0 else {
                throw InputError(String(cString: strerror(errno)))
            }
        } catch {
            try? FileManager.default.removeItem(at: temporary)
            throw error
        }
    }

    func remove(_ file: URL) {
        // Somebody else may have been quicker.
        try? FileManager.default.removeItem(at: file)
    }

    /// Takes out what was used longest ago, until the rest is within the limit; and what a run that was killed left.
    func prune(now: Date = Date()) {
        let keys: Set<URLResourceKey> = [.contentModificationDateKey, .fileSizeKey]
        let files =
            (try? FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: Array(keys))) ?? []
        var kept: [(url: URL, used: Date, size: Int)] = []
        var total = 0
        for file in files {
            let values = try? file.resourceValues(forKeys: keys)
            let used = values?.contentModificationDate ?? .distantPast
            if file.lastPathComponent.hasSuffix(Self.temporarySuffix) {
                if now.timeIntervalSince(used) > 3_600 { remove(file) }
            } else if file.lastPathComponent.hasSuffix(Self.suffix) {
                let size = values?.fileSize ?? 0
                total += size
                kept.append((file, used, size))
            }
        }
        guard total > byteLimit else { return }
        for file in kept.sorted(by: { $0.used < $1.used }) {
            guard total > byteLimit else { return }
            remove(file.url)
            total -= file.size
        }
    }

    /// A name for a file that says nothing of the key.
    ///
    /// Two hashes of 64 bits (FNV-1a); the key itself stands in the file.
    private static func name(of key: String) -> String {
        func hash(_ seed: UInt64) -> String {
            let hash = key.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
            let text = String(hash, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }
        return hash(0xCBF2_9CE4_8422_2325) + hash(0x9E37_79B9_7F4A_7C15)
    }
}
