@_spi(Repairing) import BoltsSiteCheck
import Foundation

extension RepairedFile {
    /// The change as a patch, with the path from the working directory.
    var difference: [UInt8] {
        UnifiedDifference.bytes(from: file.bytes, to: repair.bytes, path: Self.patchPath(file.resolved, file.path))
    }

    /// The path of a file in a patch: from the working directory, or else from the root.
    private static func patchPath(_ resolved: String, _ path: String) -> String {
        guard let real = realpath(FileManager.default.currentDirectoryPath, nil) else { return path }
        defer { free(real) }
        let folder = String(cString: real)
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        return resolved.hasPrefix(prefix) ? String(resolved.dropFirst(prefix.count)) : String(resolved.dropFirst())
    }
}
