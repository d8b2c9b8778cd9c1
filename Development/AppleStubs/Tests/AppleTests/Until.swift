/// Lets others run until something holds; ends with the test's time limit where it never does.
///
/// - Parameter condition: What is waited for.
/// - Throws: `CancellationError` when the time is up.
@MainActor
func until(_ condition: () -> Bool) async throws {
    while !condition() {
        try Task.checkCancellation()
        await Task.yield()
    }
}
