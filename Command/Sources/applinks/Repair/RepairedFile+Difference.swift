@_spi(Bolts) import BoltsSiteCheck

extension RepairedFile {
    /// The change as a separate patch.
    var difference: [UInt8] { difference(in: PatchFolder(of: [file.resolved])) }

    /// The change as a patch that is applied in a folder.
    func difference(in folder: PatchFolder) -> [UInt8] {
        let path = LocalPath.remainder(of: file.resolved, below: folder.path) ?? file.path
        return UnifiedDifference.bytes(from: file.bytes, to: repair.bytes, path: path)
    }
}
