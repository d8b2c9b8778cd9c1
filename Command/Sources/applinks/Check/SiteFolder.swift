import Foundation

/// A site's folder on this machine, which finds the file for a path of the site.
struct SiteFolder: Sendable {
    enum Target: Equatable, Sendable {
        case file(String)
        /// A folder with an index page, requested without the slash at the end.
        case folderWithoutSlash
        case missing
        /// The path leaves the folder, directly or through a symbolic link, is hidden, or does not lead to a file.
        case refused
    }

    /// The folder's path as it was given.
    private let directory: String
    /// The folder's path, without symbolic links.
    private let root: String

    init(_ directory: String) throws {
        guard let root = LocalPath.resolved(directory), Self.kind(root) == .folder else {
            throw InputError("there is no folder at \(directory)")
        }
        self.directory = directory
        self.root = root
    }

    func target(of path: String) -> Target {
        var names: [String] = []
        let pieces = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for (index, piece) in pieces.enumerated() {
            if piece.isEmpty {
                // An empty name is allowed only at the end; elsewhere one file would have two addresses.
                guard index == pieces.count - 1 else { return .missing }
                names.append("index.html")
                continue
            }
            guard let name = piece.removingPercentEncoding, name != ".", name != "..",
                !name.unicodeScalars.contains(where: { $0 == "/" || $0 == "\\" || $0 == "\0" })
            else { return .refused }
            // Servers do not serve .git, .env and similar ones; only this hidden folder is part of the web.
            guard !name.hasPrefix(".") || index == 0 && name == ".well-known" else { return .refused }
            names.append(name)
        }
        guard !names.isEmpty else { return .refused }
        let wanted = root + "/" + names.joined(separator: "/")
        guard let found = LocalPath.resolved(wanted) else {
            // A dangling link must not reveal anything about its destination.
            return LocalPath.isDanglingLink(wanted) ? .refused : .missing
        }
        guard contains(found) else { return .refused }
        switch Self.kind(found) {
        case .file: return .file(found)
        case .folder: return Self.kind(found + "/index.html") == .file ? .folderWithoutSlash : .missing
        case .other: return .refused
        case nil: return .missing
        }
    }

    /// Reads a file by its path from the folder, or returns `nil` if it is missing.
    func bytes(of name: String) throws -> [UInt8]? {
        switch target(of: "/" + name) {
        case .file(let file): return try RegularFile.bytes(file)
        case .missing, .folderWithoutSlash: return nil
        case .refused: throw InputError("\(name) in \(directory) leads out of it or is not a regular file")
        }
    }

    /// Whether a path on this machine, followed through symbolic links, is inside the folder.
    func contains(_ path: String) -> Bool {
        guard let resolved = LocalPath.resolved(path) else { return false }
        return resolved == root || resolved.hasPrefix(root == "/" ? root : root + "/")
    }

    private enum Kind { case file, folder, other }

    private static func kind(_ path: String) -> Kind? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return .folder
        default: return .other
        }
    }
}
