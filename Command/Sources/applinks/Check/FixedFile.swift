@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// A file with its fixed and remaining findings, before it is written.
struct FixedFile: Sendable {
    let path: String
    /// The writable path, without symbolic links.
    let resolved: String
    /// The kind of the site's file, or `nil` for a file of an app.
    let kind: AssociationFileKind?
    /// The content before the fixes.
    let original: [UInt8]
    var fixes: FileFixes
    /// Whether nothing is written.
    var isDryRun = false

    init(path: String, resolved: String, bytes: [UInt8], kind: AssociationFileKind? = nil) {
        self.path = path
        self.resolved = resolved
        self.kind = kind
        original = bytes
        fixes = FileFixes(unchanged: bytes)
    }

    /// Reads a file; `nil` if it is not an association file, or leads out of the folder.
    init?(path: String, in folder: SiteFolder?) throws {
        // A page is recognized by its name, so it is not read.
        guard FileKind(name: path, bytes: []) != .page, LocalPath.exists(path),
            folder?.contains(path) ?? true, let real = LocalPath.resolved(path)
        else { return nil }
        let bytes = try RegularFile.bytes(path)
        guard case .association(let kind)? = FileKind(name: path, bytes: bytes) else { return nil }
        self.init(path: path, resolved: real, bytes: bytes, kind: kind)
    }

    var isChanged: Bool { fixes.bytes != original }

    /// Why nothing in the file was fixed, if the file would exceed the run's budget of tries.
    var refusal: String? {
        let count = fixes.left.count { $0.reason == .notTried }
        guard !isChanged, count > 0 else { return nil }
        return
            "\(path): nothing was fixed, because one run cannot try the fixes of \(count.counted("finding")): "
            + "fix some of them by hand, or name fewer files"
    }
}
