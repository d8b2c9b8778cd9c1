/// The error of an argument, or of an entry of a list, that cannot be used.
struct InputError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
