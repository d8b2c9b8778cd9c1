import BoltsAppLinks
import Foundation

/// The only folder whose files tools may read: a client names a path, and nothing outside is opened.
struct MCPFolder: Sendable {
    private let folder: SiteFolder

    /// `path` is the working folder of the process, so that a name cannot refer to another folder.
    init(_ path: String) throws { folder = try SiteFolder(path) }

    /// Makes a folder the working folder of the process.
    ///
    /// - Throws: ``InputError`` if that is impossible, or if it is part of an Xcode project, which refers to files next to
    ///   itself.
    static func enter(_ path: String) throws -> MCPFolder {
        let folder = try MCPFolder(path)
        guard LocalPath.resolved(path)?.lowercased().hasSuffix(".xcodeproj") == false else {
            throw InputError("\(path) names files beside itself: give its folder")
        }
        guard chdir(path) == 0 else { throw InputError("\(path) cannot be entered; check its permissions") }
        return folder
    }

    /// The options with which 'check' uses this folder's settings, no settings of folders above it, and no files outside.
    var decisions: [String] {
        Self.isHere(CheckConfiguration.fileName)
            ? ["--config=\(CheckConfiguration.fileName)", "--settings-within=."] : ["--no-config"]
    }

    /// A path of a client, relative to this folder.
    ///
    /// - Throws: ``InputError`` if nothing exists there, or if it is outside, including through a symbolic link.
    func path(_ text: String) throws(InputError) -> String {
        guard folder.contains(text) else {
            throw InputError("there is no file or folder at \(text) in the folder that this server may read")
        }
        return text
    }

    /// A path of a client, relative to this folder, of something other than a folder.
    ///
    /// - Throws: ``InputError`` for a folder, for a path outside, or if nothing exists there.
    func file(_ text: String) throws(InputError) -> String {
        let found = try self.path(text)
        var status = stat()
        guard stat(found, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR else {
            throw InputError("\(text) is a folder: name a file")
        }
        return found
    }

    /// Whether a name exists, without following a link, because following it would reveal what exists elsewhere.
    private static func isHere(_ name: String) -> Bool {
        var status = stat()
        return lstat(name, &status) == 0
    }

    /// Whether commands read a text as a URL and never as a file path: `./a://b` is a path.
    private static func isURL(_ text: String) -> Bool { text.contains("://") && LinkScheme.leading(text) != nil }

    /// Whether a text is a URL that can be fetched.
    static func isWebURL(_ text: String) -> Bool { isURL(text) && LinkScheme.leading(text)?.isWeb == true }

    /// An input of a client: a URL or a host unchanged, a path relative to this folder.
    ///
    /// - Throws: ``InputError`` for a path outside.
    func source(_ text: String) throws(InputError) -> String {
        // The command would use Git, which reads more than this folder.
        guard !text.hasPrefix(GitObject.prefix) else {
            throw InputError("\(text) is a revision of Git: name a file or folder that this server may read")
        }
        if Self.isURL(text) { return text }
        if folder.contains(text) { return text }
        let host = text.hasPrefix("apple:") ? String(text.dropFirst(6)) : text
        guard WebAddress.url(host) != nil, !Self.isHere(String(text.prefix { $0 != "/" })) else {
            throw InputError("\(text) is neither a URL, nor a host, nor a file or folder that this server may read")
        }
        return text
    }
}
