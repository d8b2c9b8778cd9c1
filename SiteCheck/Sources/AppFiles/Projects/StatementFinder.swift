@_spi(Bolts) import BoltsSiteCheck

/// Finds where the files of a project state values that manifests and entitlements refer to.
struct StatementFinder {
    /// The maximum number of values to look for: each look-up reads a file again.
    private static let maximumCount = 200

    private var known: [[String]: StatedValue?] = [:]

    /// Returns the place of a value, or `nil` if it is not on one line of the file.
    mutating func statement(
        of value: String,
        named name: String,
        in file: String,
        _ folder: ProjectFolder
    ) -> StatedValue? {
        if let known = known[[value, name, file]] { return known }
        guard known.count < Self.maximumCount else { return nil }
        let found = folder.text(file).flatMap { text in
            StatedValue(value, of: name, in: Array(text.utf8), file: folder.shown(file))
        }
        known[[value, name, file]] = .some(found)
        return found
    }
}
