import Foundation

/// The content that files are read with in place of what they have, while edits are tried.
@_spi(Bolts)
public enum FileOverlay {
    /// The content, by the paths of the files without symbolic links.
    @TaskLocal public static var files: [String: [UInt8]] = [:]

    /// The content that a file is read with, or `nil` if it is what the file has.
    ///
    /// - Parameter path: The path of a file that exists.
    /// - Returns: The content.
    public static func bytes(_ path: String) -> [UInt8]? {
        guard !files.isEmpty, let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return files[String(cString: real)]
    }
}
