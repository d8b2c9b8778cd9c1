/// Checks a condition repeatedly until it holds, for states without notifications, such as that of another process.
///
/// - Parameters:
///   - what: A description of the condition, for the error.
///   - limit: How long to wait.
///   - condition: Whether it holds.
/// - Throws: ``NeverHappened`` after the limit; `CancellationError`; the error of the condition.
package func eventually(
    _ what: String,
    within limit: Duration = .seconds(600),
    _ condition: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + limit
    while try await !condition() {
        guard .now < end else { throw NeverHappened(what: what, limit: limit) }
        try await Task.sleep(for: .milliseconds(10))
    }
}

/// The error that a condition did not become true.
package struct NeverHappened: Error, CustomStringConvertible {
    let what: String
    let limit: Duration

    package var description: String { "It did not happen within \(limit) that \(what)." }
}
