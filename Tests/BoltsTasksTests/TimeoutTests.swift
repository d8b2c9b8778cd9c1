@testable import BoltsTasks
import BoltsTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct TimeoutTests {
    @Test(.tags(.t12)) func timeoutFailsTheResultAndNotTheTask() async {
        let clock = ManualClock()
        let source = TaskCompletionSource<Int>()
        let timed = source.task.timeout(after: .seconds(2), clock: clock)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(2))
        await #expect(throws: TaskTimeoutError.self) { try await timed.value }
        #expect(!source.task.isCompleted)
        source.set(result: 1)
    }

    @Test(.tags(.t12)) func timeoutPassesTheOutcomeOnAndFreesItsTimer() async throws {
        let clock = ManualClock()
        let source = TaskCompletionSource<Int>()
        let timed = source.task.timeout(after: .seconds(2), clock: clock)
        await clock.waitForSleepers(1)
        source.set(result: 5)
        #expect(timed.result == 5)
        // The timer is cancelled on the completing thread, so there is no longer a sleeper.
        #expect(clock.sleeperCount == 0)
        #expect(BoltsTask(result: 6).timeout(after: .zero, clock: clock).result == 6)
    }

    @Test(.tags(.t12)) func aTimeLimitWithAFallbackSucceedsWithIt() async throws {
        let clock = ManualClock()
        let source = TaskCompletionSource<Int>()
        let timed = source.task.timeout(after: .seconds(2), clock: clock, fallback: 7)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(2))
        #expect(try await timed.value == 7)
        #expect(!source.task.isCompleted)
        source.set(result: 1)
        #expect(timed.result == 7)
    }

    @Test(.tags(.t12)) func aFallbackTakesThePlaceOfNoOtherOutcome() async {
        let clock = ManualClock()
        let own = TaskTimeoutError(duration: .seconds(9))
        for outcome: Result<Int, any Error> in [
            .success(1), .failure(Fault(2)), .failure(own), .failure(CancellationError()),
        ] {
            let source = TaskCompletionSource<Int>()
            let timed = source.task.timeout(after: .seconds(2), clock: clock, fallback: 7)
            source.set(outcome)
            #expect("\(timed.outcome!)" == "\(outcome)")
        }
        let token = CancellationTokenSource()
        let source = TaskCompletionSource<Int>()
        let timed = source.task.timeout(after: .seconds(2), clock: clock, fallback: 7, cancellationToken: token.token)
        token.cancel()
        #expect(timed.isCancelled && !source.task.isCompleted)
        source.set(result: 1)
    }

    @Test(.tags(.t12)) func durationsBeyondTheClocksRangeDoNotTrap() async throws {
        let longest = Duration.seconds(Int64.max)
        let token = CancellationTokenSource()
        let delay = BoltsTask<Void>.withDelay(longest, cancellationToken: token.token)
        let source = TaskCompletionSource<Int>()
        let waiting = source.task.timeout(after: longest)
        let other = CancellationTokenSource()
        other.cancel(after: longest)
        // This waits until each timer has been set.
        try await BoltsTask<Void>.withDelay(.milliseconds(20)).value
        #expect(!delay.isCompleted && !waiting.isCompleted && !other.token.isCancellationRequested)
        token.cancel()
        source.set(result: 1)
        other.cancelScheduledCancellation()
        #expect(delay.isCancelled)
        #expect(try await waiting.value == 1)
    }
}
