@_spi(Bolts) import BoltsSiteCheck
import Foundation

extension FixedFile {
    var difference: [UInt8] { difference(in: PatchFolder(of: [resolved])) }

    /// The change as a patch that is applied in a folder.
    func difference(in folder: PatchFolder) -> [UInt8] {
        let name = LocalPath.remainder(of: resolved, below: folder.path) ?? path
        return UnifiedDifference.bytes(from: original, to: fixes.bytes, path: name)
    }

    /// Checks that the file may be written, which is done for all files before the first one is.
    func checkWritable() throws {
        if let root = RepositoryFence.rootLeft(by: path) {
            throw InputError("\(path) leads out of \(root) by a symbolic link, and nothing is written through one")
        }
        var status = try regularStatus()
        // On a read-only file system, changing permissions does not help.
        if access(resolved, W_OK) != 0, errno == EROFS {
            throw InputError("\(path) is on a read-only file system, and nothing was fixed")
        }
        // The superuser may write any file, but a missing write permission is respected.
        guard status.st_mode & 0o222 != 0, access(resolved, W_OK) == 0 else {
            throw InputError(
                "\(path) is write-protected, and nothing was fixed: allow writing, such as by chmod u+w"
            )
        }
        let folder = LocalPath.folder(of: resolved)
        guard stat(folder, &status) == 0, status.st_mode & 0o222 != 0, access(folder, W_OK | X_OK) == 0 else {
            throw InputError("\(path) cannot be replaced, and nothing was fixed: its folder is write-protected")
        }
    }

    /// Replaces the file's content with the fixed one, and keeps its permissions.
    func write() throws {
        guard try RegularFile.hasContent(original, resolved) else { throw changedError }
        _ = try regularStatus()
        _ = try FolderWriter.write(fixes.bytes, to: WrittenPlace(resolved), named: path)
    }

    /// The error that the file is no longer the one that was checked.
    var changedError: InputError {
        InputError("\(path) changed while it was checked, and was left alone: run the command again")
    }

    private func regularStatus() throws -> stat {
        var status = stat()
        guard lstat(resolved, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw InputError("\(path) is not a regular file any more: run the command again")
        }
        return status
    }
}
