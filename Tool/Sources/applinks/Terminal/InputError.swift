/// Something on the command line, or in a list, that cannot be used.
struct InputError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
