import Foundation

/// The destination of a file: a folder that the user of the command trusts, and names below it, none of which may be a link.
///
/// A repository of others can contain a link at every place. The system follows none of them while it opens one folder after
/// another, so a link that appears in between has no effect either.
struct WrittenPlace {
    /// The folder, whose own path may contain links.
    let base: String
    /// The names from there to the file.
    let names: [Substring]

    var path: String { (base.hasSuffix("/") ? base : base + "/") + names.joined(separator: "/") }

    var name: String { String(names.last ?? "") }

    init(base: String, names: [Substring]) {
        (self.base, self.names) = (base, names)
    }

    /// Creates the place for a path on the command line.
    ///
    /// Within a repository or the working folder no link is followed; elsewhere only the file itself must not be a link.
    init(_ path: String) {
        let names = LocalPath.normalized(LocalPath.absolute(path)).split(separator: "/")
        let folder = "/" + names.dropLast().joined(separator: "/")
        self = Self.below(names) ?? WrittenPlace(base: folder, names: names.suffix(1))
    }

    /// Creates the place for a file below a folder on the command line, which may be a link only outside a repository.
    init(_ file: String, in folder: String) {
        let names = file.split(separator: "/")
        let folderNames = LocalPath.normalized(LocalPath.absolute(folder)).split(separator: "/")
        self = Self.below(folderNames + names) ?? WrittenPlace(base: folder, names: names)
    }

    /// The destination of a path below a repository or the working folder; `nil` if the path is in neither.
    private static func below(_ names: [Substring]) -> WrittenPlace? {
        guard let count = RepositoryFence.rootCount(of: names), count < names.count else { return nil }
        let base = "/" + names.prefix(count).joined(separator: "/")
        return WrittenPlace(base: base, names: Array(names.dropFirst(count)))
    }

    /// An open folder, closed with this value.
    struct OpenFolder: ~Copyable {
        let descriptor: Int32

        deinit { close(descriptor) }
    }

    /// Opens the folder of the file, and follows no link below the base.
    ///
    /// - Throws: ``InputError`` naming the link, or the error of `failure`.
    func openFolder(making: Bool, _ failure: (String) -> InputError) throws -> OpenFolder {
        if making {
            do {
                try FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: true)
            } catch {
                throw failure(FolderWriter.reason(error))
            }
        }
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        var folder = OpenFolder(descriptor: open(base, flags))
        guard folder.descriptor >= 0 else { throw failure(String(cString: strerror(errno))) }
        for (index, name) in names.dropLast().enumerated() {
            let name = String(name)
            var next = openat(folder.descriptor, name, flags | O_NOFOLLOW)
            if next < 0, errno == ENOENT, making, mkdirat(folder.descriptor, name, 0o777) == 0 || errno == EEXIST {
                next = openat(folder.descriptor, name, flags | O_NOFOLLOW)
            }
            guard next >= 0 else {
                let reason = String(cString: strerror(errno))
                if Self.kind(of: name, in: folder.descriptor) == S_IFLNK { throw link(names.prefix(index + 1)) }
                throw failure(reason)
            }
            folder = OpenFolder(descriptor: next)
        }
        return folder
    }

    /// The existing file, opened; `nil` if there is none.
    ///
    /// - Throws: ``InputError`` for a link, a folder, a pipe or a device.
    func existing(in folder: Int32) throws -> (handle: FileHandle, size: Int)? {
        switch Self.kind(of: name, in: folder) {
        case nil: return nil
        case S_IFLNK: throw link(names[...])
        case S_IFDIR: throw InputError("\(path) is a folder; remove it, or name another file")
        default: return try RegularFile.open(name, in: folder, path: path)
        }
    }

    /// Checks that no part of the path below the base is a link.
    func refuseLinks() throws {
        var path = base
        for (index, name) in names.enumerated() {
            path += path.hasSuffix("/") ? String(name) : "/" + name
            var status = stat()
            guard lstat(path, &status) == 0 else { return }
            guard status.st_mode & S_IFMT != S_IFLNK else { throw link(names.prefix(index + 1)) }
        }
    }

    private func link(_ names: ArraySlice<Substring>) -> InputError {
        let path = WrittenPlace(base: base, names: Array(names)).path
        return InputError(
            "\(path) is a symbolic link, and nothing is written through one; replace it by its target"
        )
    }

    /// The kind of file at a name in a folder, without following a link; `nil` if there is none.
    private static func kind(of name: String, in folder: Int32) -> mode_t? {
        var status = stat()
        return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status.st_mode & S_IFMT : nil
    }
}
