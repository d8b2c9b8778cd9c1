import Foundation

/// Replaces the content of files while edits are tried.
@_spi(Bolts)
public enum FileOverlay {
    /// The replacing content, by file path without symbolic links.
    @TaskLocal public static var files: [String: [UInt8]] = [:]

    /// The replacing content of a file that exists, or `nil` if the file's own content is used.
    public static func bytes(_ path: String) -> [UInt8]? {
        guard !files.isEmpty, let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return files[String(cString: real)]
    }
}
