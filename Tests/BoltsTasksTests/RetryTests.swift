@testable import BoltsTasks
import BoltsTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct RetryTests {
    @Test(.tags(.t12)) func retryRepeatsUntilSuccess() async throws {
        let clock = ManualClock()
        let attempts = Recorder<Int>()
        let policy = TaskRetryPolicy(attempts: 5, firstDelay: .seconds(1), jitter: 0)
        let task = BoltsTask.retry(policy, clock: clock) { attempt in
            attempts.add(attempt)
            return attempt < 3 ? BoltsTask<String>(error: Fault(attempt)) : BoltsTask(result: "done")
        }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        #expect(!task.isCompleted)
        clock.advance(by: .seconds(1))
        #expect(try await task.value == "done")
        #expect(attempts.values == [1, 2, 3])
    }

    @Test(.tags(.t12)) func retryStopsWhenThePolicySaysSo() async throws {
        let policy = TaskRetryPolicy(attempts: 3, firstDelay: .zero, jitter: 0) { $0 as? Fault != Fault(99) }
        let attempts = Recorder<Int>()
        let exhausted = BoltsTask<Int>.retry(policy) { attempt in
            attempts.add(attempt)
            return BoltsTask(error: Fault(attempt))
        }
        await #expect(throws: Fault(3)) { try await exhausted.value }
        #expect(attempts.values == [1, 2, 3])
        let refused = BoltsTask<Int>.retry(policy) { _ in throw Fault(99) }
        await #expect(throws: Fault(99)) { try await refused.value }
        let cancelled = BoltsTask<Int>.retry(policy) { _ in .cancelled() }
        await #expect(throws: CancellationError.self) { try await cancelled.value }
    }

    @Test(.tags(.t12)) func retryIsCancelledDuringItsDelay() async {
        let clock = ManualClock()
        let token = CancellationTokenSource()
        let policy = TaskRetryPolicy(attempts: 9, firstDelay: .seconds(1))
        let task = BoltsTask<Int>.retry(policy, clock: clock, cancellationToken: token.token) { _ in
            BoltsTask(error: Fault(1))
        }
        await clock.waitForSleepers(1)
        token.cancel()
        #expect(task.isCancelled && clock.sleeperCount == 0)
    }

    @Test(.tags(.t12)) func delaysGrowAndAreBounded() {
        let policy = TaskRetryPolicy(firstDelay: .seconds(1), multiplier: 3, longestDelay: .seconds(5), jitter: 0.5)
        #expect(policy.delay(afterAttempt: 1, chance: 0) == .seconds(1))
        #expect(policy.delay(afterAttempt: 2, chance: 0) == .seconds(3))
        #expect(policy.delay(afterAttempt: 3, chance: 0) == .seconds(5))
        #expect(policy.delay(afterAttempt: 1_000_000, chance: 0) == .seconds(5))
        #expect(policy.delay(afterAttempt: 2, chance: 1) == .milliseconds(1_500))
    }

    @Test(.tags(.t12), arguments: [Double.nan, .infinity, -.infinity, -1, 0, 1, 1e300, .leastNonzeroMagnitude])
    func aPolicyWithNonsensicalNumbersDoesNotTrap(number: Double) {
        let policy = TaskRetryPolicy(
            firstDelay: .seconds(1),
            multiplier: number,
            longestDelay: .seconds(5),
            jitter: number
        )
        for attempt in [Int.min, 0, 1, 2, 3, 1_000, .max] {
            for chance in [0, 0.5, 1, number] {
                #expect((.zero ... .seconds(5)).contains(policy.delay(afterAttempt: attempt, chance: chance)))
            }
        }
        let endless = TaskRetryPolicy(
            firstDelay: .seconds(Int64.max),
            multiplier: number,
            longestDelay: .seconds(Int64.max)
        )
        #expect(endless.delay(afterAttempt: 9, chance: 0) >= .zero)
        let negative = TaskRetryPolicy(firstDelay: .seconds(-5), multiplier: number, longestDelay: .seconds(-5))
        #expect(negative.delay(afterAttempt: 9, chance: 0) == .zero)
    }
}
