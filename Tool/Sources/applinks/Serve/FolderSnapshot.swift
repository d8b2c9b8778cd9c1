import Foundation

/// The names, sizes and times of a folder's files, or of one file; two are equal if no file has changed.
struct FolderSnapshot: Equatable, Sendable {
    private struct Entry: Equatable {
        let name: String
        let size: Int64
        let seconds: Int
        let nanoseconds: Int
        let inode: UInt64
    }

    /// More files than these are not watched.
    static let maximumFiles = 50_000

    private let entries: [Entry]

    /// - Parameter directory: The folder or the file; one that is gone has no files.
    init(of directory: String) {
        var entries: [Entry] = []
        func add(_ name: String, _ path: String) {
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
            #if canImport(Darwin)
            let time = status.st_mtimespec
            #else
            let time = status.st_mtim
            #endif
            entries.append(
                Entry(
                    name: name,
                    size: Int64(status.st_size),
                    seconds: Int(time.tv_sec),
                    nanoseconds: Int(time.tv_nsec),
                    inode: UInt64(status.st_ino)
                )
            )
        }
        add("", directory)
        let files = FileManager.default.enumerator(atPath: directory)
        while entries.count < Self.maximumFiles, let name = files?.nextObject() as? String {
            add(name, directory + "/" + name)
        }
        self.entries = entries.sorted { $0.name < $1.name }
    }
}
