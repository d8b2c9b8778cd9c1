import BoltsAppLinks
import Foundation

/// The folder whose files tools may read: a client names a path, and nothing outside is opened.
struct MCPFolder: Sendable {
    private let path: String
    private let folder: SiteFolder

    /// - Throws: ``InputError`` if there is no such folder.
    init(_ path: String) throws {
        folder = try SiteFolder(path)
        self.path = path
    }

    /// The options by which 'check' takes the decisions of this folder, and of none above it, which lead to nothing outside.
    var decisions: [String] {
        let file = "\(path)/\(CheckConfiguration.fileName)"
        var status = stat()
        return lstat(file, &status) == 0 ? ["--config=\(file)", "--settings-within=\(path)"] : ["--no-config"]
    }

    /// A path that a client names, from this folder on.
    ///
    /// - Throws: ``InputError`` if nothing is there, or if it is outside, also by a symbolic link.
    func path(_ text: String) throws(InputError) -> String {
        guard folder.contains(local(text)) else {
            throw InputError("there is no file or folder at \(text) in the folder that this server may read")
        }
        return local(text)
    }

    /// A path that a client names, from this folder on, of what is no folder.
    ///
    /// - Throws: ``InputError`` for a folder, for a path outside, or if nothing is there.
    func file(_ text: String) throws(InputError) -> String {
        let found = try self.path(text)
        var isDirectory: ObjCBool = false
        guard !FileManager.default.fileExists(atPath: found, isDirectory: &isDirectory) || !isDirectory.boolValue else {
            throw InputError("\(text) is a folder: name a file")
        }
        return found
    }

    private func local(_ text: String) -> String { text.hasPrefix("/") || path == "." ? text : "\(path)/\(text)" }

    /// Whether commands read a text as a URL, and never as the path of a file: `./a://b` is a path.
    private static func isURL(_ text: String) -> Bool { text.contains("://") && URLScheme.leading(text) != nil }

    /// Whether a text is a URL that can be fetched.
    static func isWebURL(_ text: String) -> Bool { isURL(text) && URLScheme.leading(text)?.isWeb == true }

    /// What a client wants to be read: a URL or a host as it is, a path as one of this folder.
    ///
    /// - Throws: ``InputError`` for a path outside.
    func source(_ text: String) throws(InputError) -> String {
        if Self.isURL(text) { return text }
        // The command would ask Git, which reads more than this folder.
        guard !text.hasPrefix(GitObject.prefix) else {
            throw InputError("\(text) is a revision of Git: name a file or folder that this server may read")
        }
        if folder.contains(local(text)) { return try path(text) }
        let host = text.hasPrefix("apple:") ? String(text.dropFirst(6)) : text
        guard WebAddress.url(host) != nil, !FileManager.default.fileExists(atPath: text) else {
            throw InputError("\(text) is neither a URL, nor a host, nor a file or folder that this server may read")
        }
        return text
    }
}
