@_spi(Bolts) import BoltsSiteCheck

/// A file, what was fixed in it, and what is left.
struct RepairedFile: Sendable {
    let file: RepairableFile
    var repair: FileRepair
    /// Whether nothing is written.
    let isDryRun: Bool

    var isChanged: Bool { repair.bytes != file.bytes }

    /// Why nothing of the file was fixed, if all that one run may try was spent on it.
    var refusal: String? {
        let count = repair.left.count { $0.reason == .notTried }
        guard !isChanged, count > 0 else { return nil }
        return
            "\(file.path): nothing was fixed, because the fixes of \(count.counted("finding")) are more than one run tries: "
            + "fix some of them by hand, or name fewer files"
    }
}
