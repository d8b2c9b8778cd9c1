/// The part of the program, such as a test, for which tasks are created.
enum TaskScope {
    /// The bit of `bolts_diagnostics_bits` that says that scopes are in use.
    static let bit: UInt32 = 4

    /// The number of the scope in which the code runs; 0 outside scopes.
    @TaskLocal static var current: UInt64 = 0
}
