import Testing

/// Polls for a condition that nothing reports, such as a release on another thread.
///
/// Where there is a task, a continuation or a manual clock, wait with that instead. After ten minutes, or when the test is
/// cancelled, this gives up and records an issue.
///
/// - Parameters:
///   - what: What is waited for, for the issue.
///   - condition: Whether it holds.
func eventually(_ what: String, _ condition: () -> Bool) async {
    let end = ContinuousClock.now + .seconds(600)
    while !condition() {
        guard .now < end, !Task.isCancelled else {
            Issue.record("It did not happen that \(what).")
            return
        }
        // A pause, because a loop without one takes processor time from what it waits for.
        try? await Task.sleep(for: .milliseconds(1))
    }
}
