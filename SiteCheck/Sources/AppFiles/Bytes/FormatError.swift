/// The defect of a file, as a clause that follows the file's name.
struct FormatError: Error, Hashable {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
