/// A report of `applinks check` that receives one result after another, and is written when all results are known.
///
/// Its text about a result goes to a ``ReportSpool``, so a thousand results need hardly more memory than one. The beginning of the
/// document, such as the counts, is created at the end.
protocol ResultDocument {
    /// Adds the result of an input.
    mutating func add(_ result: CheckResult) throws

    /// Passes the document on in parts, of which none ends within an escape or a command to a build server (``LogCommands``).
    func write(_ counts: CheckCounts, _ each: (String) throws -> Void) throws
}
