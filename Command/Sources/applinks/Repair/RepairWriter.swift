@_spi(Bolts) import BoltsSiteCheck
import Foundation

enum RepairWriter {
    /// Checks that all files may be written, before the first one is.
    static func check(_ files: [RepairedFile]) throws {
        for file in files {
            let path = file.file.path
            if let root = RepositoryFence.rootLeft(by: path) {
                throw InputError("\(path) leads out of \(root) by a symbolic link, and nothing is written through one")
            }
            var status = stat()
            guard lstat(file.file.resolved, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                throw InputError("\(path) is not a regular file any more: run the command again")
            }
            // On a read-only file system, changing permissions does not help.
            if access(file.file.resolved, W_OK) != 0, errno == EROFS {
                throw InputError("\(path) is on a read-only file system, and nothing was fixed")
            }
            // The superuser may write any file, but a missing write permission is respected.
            guard status.st_mode & 0o222 != 0, access(file.file.resolved, W_OK) == 0 else {
                throw InputError(
                    "\(path) is write-protected, and nothing was fixed: allow writing, such as by chmod u+w"
                )
            }
            let folder = LocalPath.folder(of: file.file.resolved)
            guard stat(folder, &status) == 0, status.st_mode & 0o222 != 0, access(folder, W_OK | X_OK) == 0 else {
                throw InputError("\(path) cannot be replaced, and nothing was fixed: its folder is write-protected")
            }
        }
    }

    /// Replaces a file's content with the fixed one, and keeps its permissions.
    static func write(_ file: RepairedFile) throws {
        let path = file.file.resolved
        guard try RegularFile.hasContent(file.file.bytes, path) else {
            throw InputError(
                "\(file.file.path) changed while it was checked, and was left alone: run the command again"
            )
        }
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw InputError("\(file.file.path) is not a regular file any more: run the command again")
        }
        _ = try FolderWriter.write(file.repair.bytes, to: WrittenPlace(path), named: file.file.path)
    }
}
