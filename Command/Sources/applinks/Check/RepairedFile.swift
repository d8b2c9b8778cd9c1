@_spi(Bolts) import BoltsSiteCheck

/// A file, what was fixed in it, and what is left.
struct RepairedFile: Sendable {
    let file: RepairableFile
    let repair: FileRepair
    /// Whether nothing is written.
    let isDryRun: Bool

    var isChanged: Bool { repair.bytes != file.bytes }
}
