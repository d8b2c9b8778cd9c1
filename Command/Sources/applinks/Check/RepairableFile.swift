@_spi(Bolts) import BoltsSiteCheck
import Foundation

struct RepairableFile: Sendable {
    let path: String
    /// The writable path, without symbolic links.
    let resolved: String
    /// The kind of the site's file, or `nil` for a file of an app.
    let kind: RepairedFileKind?
    let bytes: [UInt8]

    init(path: String, resolved: String, bytes: [UInt8]) {
        self.path = path
        self.resolved = resolved
        self.bytes = bytes
        kind = nil
    }

    /// Reads a file; `nil` if it is not an association file, or leads out of the folder.
    init?(path: String, in folder: SiteFolder?) throws {
        // A page is recognized by its name, so it is not read.
        guard FileKind(name: path, bytes: []) != .page, LocalPath.exists(path),
            folder?.contains(path) ?? true, let real = realpath(path, nil)
        else { return nil }
        defer { free(real) }
        let bytes = try RegularFile.bytes(path)
        switch FileKind(name: path, bytes: bytes) {
        case .apple?: kind = .apple
        case .android?: kind = .android
        case .windows?: kind = .windows
        case .signIn(.webauthn)?: kind = .signIn(.webauthn)
        case .signIn(.passkeyEndpoints)?: kind = .signIn(.passkeyEndpoints)
        case .signIn(.originAssociation)?: kind = .signIn(.originAssociation)
        case .page?, nil: return nil
        }
        self.path = path
        resolved = String(cString: real)
        self.bytes = bytes
    }
}
