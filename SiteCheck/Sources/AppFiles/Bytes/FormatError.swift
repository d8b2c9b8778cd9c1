/// The mistake in bytes, as a clause that follows the name of their file.
struct FormatError: Error, Hashable {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
