import Testing

/// Polls for a condition that nothing reports, such as a release on another thread.
///
/// If there is a task, a continuation or a manual clock, use it to wait instead. After ten minutes, or when the test is cancelled,
/// this gives up and records an issue.
///
/// - Parameters:
///   - what: The condition as text, for the issue.
///   - condition: Whether it holds.
func eventually(_ what: String, _ condition: () -> Bool) async {
    let end = ContinuousClock.now + .seconds(600)
    while !condition() {
        guard .now < end, !Task.isCancelled else {
            Issue.record("It did not happen that \(what).")
            return
        }
        // The loop has a pause, so that it does not take processor time from the code for which it waits.
        try? await Task.sleep(for: .milliseconds(1))
    }
}
