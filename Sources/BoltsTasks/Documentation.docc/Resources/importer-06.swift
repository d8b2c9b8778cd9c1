import BoltsTasks
import BoltsTestSupport
import Testing

/// Limits one attempt to ten seconds.
func limited(
    clock: some Clock<Duration> = ContinuousClock(),
    cancellationToken token: CancellationToken = .none,
    _ attempt: (CancellationToken) -> BoltsTask<Int>
) -> BoltsTask<Int> {
    BoltsTask.timeout(after: .seconds(10), clock: clock, cancellationToken: token) { token in attempt(token) }
}

@Test func anAttemptIsGivenUpAfterTenSeconds() async {
    let clock = ManualClock()
    let photo = TaskCompletionSource<Int>()
    let attempt = limited(clock: clock) { _ in photo.task }

    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(10))

    await #expect(throws: TimeoutError.self) { try await attempt.value }
    photo.cancel()
}
