@_spi(Bolts) import AppFiles
import Foundation

/// Paths of local files, compared by their destination and not by their spelling.
enum LocalPath {
    /// The folder in which the command runs, without symbolic links.
    static var workingFolder: String { real(currentFolder) }

    /// An absolute path without `.`, `..`, double slashes and links in its folders; a link at its end remains, as a project
    /// names it.
    static func real(_ path: String) -> String {
        let absolute = self.absolute(path)
        let names = absolute.split(separator: "/").filter { $0 != "." }
        // A name such as .. has no folder of its own.
        if let last = names.last, last != "..", let folder = resolved("/" + names.dropLast().joined(separator: "/")) {
            return (folder == "/" ? "" : folder) + "/" + last
        }
        if let whole = resolved(absolute) { return whole }
        // Only the existing part can contain links.
        var missing: [Substring] = []
        var known = names[...]
        while let last = known.popLast() {
            missing.append(last)
            if let folder = resolved("/" + known.joined(separator: "/")) {
                return normalized(folder + "/" + missing.reversed().joined(separator: "/"))
            }
        }
        return normalized(absolute)
    }

    /// The folder in which the command runs, as the system names it.
    static var currentFolder: String { FileManager.default.currentDirectoryPath }

    /// An absolute path, otherwise unchanged.
    static func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : currentFolder + "/" + path }

    /// An absolute path without `.`, `..` and double slashes.
    static func normalized(_ path: String) -> String { "/" + names(of: path).joined(separator: "/") }

    /// Whether something exists at a path; links are followed.
    static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// Whether a folder exists at a path; links are followed.
    static func isFolder(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
    }

    /// The names in a folder; none if it cannot be read.
    static func names(inFolder path: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    /// The relative paths of everything below a folder; links are not followed.
    static func namesBelow(_ path: String) -> FileManager.DirectoryEnumerator? {
        FileManager.default.enumerator(atPath: path)
    }

    /// Whether a path is a symbolic link that leads to nothing.
    static func isDanglingLink(_ path: String) -> Bool { target(ofLink: path) != nil && resolved(path) == nil }

    /// The destination of a symbolic link, or `nil` if it is not one.
    static func target(ofLink path: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    }

    static func folder(of path: String) -> String { FilePath.folder(of: path) }

    /// The path of a file relative to a folder that contains it, or `nil`; both are absolute.
    static func remainder(of path: String, below folder: String) -> String? {
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        return path.hasPrefix(prefix) && path.utf8.count > prefix.utf8.count
            ? String(path.dropFirst(prefix.count)) : nil
    }

    /// The path of a file relative to a folder, with `..` if necessary; both are absolute.
    static func path(of path: String, from folder: String) -> String {
        let (names, start) = (names(of: path), names(of: folder))
        let common = zip(names, start).prefix { $0 == $1 }.count
        return (start.dropFirst(common).map { _ in ".." } + names.dropFirst(common)).joined(separator: "/")
    }

    /// The root of the repository that contains a folder, or `nil` if there is none.
    static func repository(of folder: String) -> String? {
        var folder = folder
        for _ in 0..<64 {
            // In a worktree or a submodule, `.git` is a file.
            if FileManager.default.fileExists(atPath: folder + "/.git") { return folder }
            guard folder.count > 1 else { return nil }
            folder = self.folder(of: folder)
        }
        return nil
    }

    /// A path without any symbolic link, or `nil` if it does not exist.
    static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// Whether a folder in a path is not readable, so that its content seems missing.
    static func isHidden(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 && errno == EACCES
    }

    /// Whether a path has a name that is not UTF-8, whose repaired text matches no file.
    static func isMisspelled(_ path: String) -> Bool {
        var status = stat()
        return path.unicodeScalars.contains("\u{FFFD}") && lstat(path, &status) != 0
    }

    private static func names(of path: String) -> [Substring] {
        var names: [Substring] = []
        for name in path.split(separator: "/") where name != "." {
            if name == ".." { _ = names.popLast() } else { names.append(name) }
        }
        return names
    }
}
