/// Lets other tasks run until a condition holds, or until the test's time limit.
///
/// - Parameter condition: Returns whether the wait is over.
/// - Throws: `CancellationError` when the time is up.
@MainActor
func until(_ condition: () -> Bool) async throws {
    while !condition() {
        try Task.checkCancellation()
        await Task.yield()
    }
}
