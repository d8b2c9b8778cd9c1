/// The error of an argument, or of a list entry, that cannot be used.
struct InputError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
