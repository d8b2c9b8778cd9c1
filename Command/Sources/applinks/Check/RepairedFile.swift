@_spi(Bolts) import BoltsSiteCheck

/// A file with its fixed and remaining findings.
struct RepairedFile: Sendable {
    let file: RepairableFile
    var repair: FileRepair
    /// Whether nothing is written.
    let isDryRun: Bool

    var isChanged: Bool { repair.bytes != file.bytes }

    /// Why nothing in the file was fixed, if the file would exceed the run's budget of tries.
    var refusal: String? {
        let count = repair.left.count { $0.reason == .notTried }
        guard !isChanged, count > 0 else { return nil }
        return
            "\(file.path): nothing was fixed, because one run cannot try the fixes of \(count.counted("finding")): "
            + "fix some of them by hand, or name fewer files"
    }
}
