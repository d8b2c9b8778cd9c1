import Foundation

/// An open folder: entries are opened by name relative to it, so the folders above it are not looked up again.
final class OpenFolder {
    /// The kind of entry; a symbolic link is neither a file nor a folder.
    enum EntryKind { case file, folder, other }

    struct Entry {
        let name: String
        let kind: EntryKind
    }

    private static let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK

    fileprivate let descriptor: Int32

    private init?(_ descriptor: Int32) {
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
    }

    /// Opens a folder, whose path may contain symbolic links, or returns `nil` if it cannot be read.
    convenience init?(path: String) { self.init(open(path, Self.flags)) }

    /// Opens a folder within another one, or returns `nil` if it cannot be read or is a symbolic link.
    convenience init?(_ name: String, in folder: OpenFolder) {
        self.init(openat(folder.descriptor, name, Self.flags | O_NOFOLLOW))
    }

    deinit { close(descriptor) }

    /// The entries of the folder, in order, or `nil` if it cannot be read.
    func entries() -> [Entry]? {
        // The stream closes its own descriptor.
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0, let stream = fdopendir(copy) else {
            if copy >= 0 { close(copy) }
            return nil
        }
        defer { closedir(stream) }
        var entries: [Entry] = []
        errno = 0
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { start in
                start.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: start.pointee)) {
                    String(cString: $0)
                }
            }
            if name != ".", name != ".." { entries.append(Entry(name: name, kind: kind(of: entry, name))) }
            errno = 0
        }
        return errno == 0 ? entries.sorted { $0.name < $1.name } : nil
    }

    private func kind(of entry: UnsafeMutablePointer<dirent>, _ name: String) -> EntryKind {
        switch Int(entry.pointee.d_type) {
        case Int(DT_REG): return .file
        case Int(DT_DIR): return .folder
        case Int(DT_UNKNOWN):
            // Some file systems do not return the kind together with the name.
            var status = stat()
            guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return .other }
            return Self.kind(of: status)
        default: return .other
        }
    }

    static func kind(of status: stat) -> EntryKind {
        switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        default: .other
        }
    }
}

extension FileBytes {
    /// Opens a regular file within a folder; symbolic links are refused.
    convenience init(_ name: String, in folder: OpenFolder, path: String) throws(FormatError) {
        try self.init(openat(folder.descriptor, name, Self.flags | O_NOFOLLOW), path)
    }
}
