/// A report of `applinks check` that takes one result after the other, and is written when all are there.
///
/// What it says of a result goes to a ``ReportSpool``, so that a thousand results need hardly more memory than one. What begins the
/// document, such as the counts, is made at the end.
protocol ResultDocument {
    /// Adds what was found of an input.
    ///
    /// - Throws: The error of the encoder.
    mutating func add(_ result: CheckResult) throws

    /// Passes the document on in parts.
    ///
    /// A part begins and ends where no escape and no command to a build server (``LogCommands``) can be in between.
    ///
    /// - Parameters:
    ///   - counts: The counts of all results.
    ///   - each: Takes a part.
    /// - Throws: ``InputError`` if the spool cannot be read, or what `each` throws.
    func write(_ counts: CheckCounts, _ each: (String) throws -> Void) throws
}
