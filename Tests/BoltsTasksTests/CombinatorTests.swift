@testable import BoltsTasks
import BoltsTestSupport
import Dispatch
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20)))
struct CombinatorTests {
    // MARK: Waiting for all

    /// The tasks end in another order than theirs; both ways to wait end alike, but for the results.
    @Test(
        .tags(.t7, .ot19, .ot20, .ot21, .ot22, .ot24, .ot26, .ot27, .ot28, .otx3, .otx4, .otx5, .otx6),
        .tags(.st26, .st27, .st28, .st29, .gx09, .dt7, .dt8, .ds5),
        arguments: [
            (failed: [], cancelled: []), (failed: [10], cancelled: []), (failed: [], cancelled: [10]),
            (failed: [10], cancelled: [3, 17]), (failed: [4, 9, 13], cancelled: [2]),
            (failed: Array(0..<20), cancelled: []),
        ]
    )
    func whenAllWaitsForAllAndPrefersFailures(failed: [Int], cancelled: [Int]) {
        let sources = (0..<20).map { _ in TaskCompletionSource<Int>() }
        let all = BoltsTask.whenAll(sources.map(\.task))
        let results = BoltsTask.whenAllResult(sources.map(\.task))
        for number in (0..<20).map({ $0 * 7 % 20 }) {
            #expect(!all.isCompleted && !results.isCompleted)
            if failed.contains(number) {
                sources[number].set(error: Fault(number))
            } else if cancelled.contains(number) {
                sources[number].cancel()
            } else {
                sources[number].set(result: number)
            }
        }
        #expect(all.isCompleted && all.isCancelled == results.isCancelled)
        #expect(all.isCancelled == (failed.isEmpty && !cancelled.isEmpty))
        for error in [all.error, results.error] {
            switch failed.count {
            case 0: #expect(error == nil)
            case 1: #expect(error as? Fault == Fault(failed[0]))
            default:
                #expect((error as? AggregateError)?.failures.map(\.index) == failed)
                #expect((error as? AggregateError)?.errors as? [Fault] == failed.map(Fault.init))
            }
        }
        #expect(results.result == (failed + cancelled == [] ? Array(0..<20) : nil))
    }

    @Test(.tags(.t7, .ot23, .ot30, .st25)) func whenAllOfNoTasksIsComplete() {
        let all = BoltsTask<Int>.whenAll([])
        #expect(all.isCompleted && !all.isCancelled && !all.isFaulted)
        #expect(BoltsTask<Int>.whenAllResult([]).result == [])
        #expect(BoltsTask<Int>.whenAllSettled([]).result?.isEmpty == true)
    }

    @Test(.tags(.t7)) func severalFailuresAreDescribedByTheirPlaces() {
        let all = BoltsTask.whenAll([BoltsTask(result: 1), BoltsTask(error: Fault(1)), BoltsTask(error: Fault(4))])
        #expect("\(all.error!)".contains("2 tasks failed: [1] Fault(number: 1), [2] Fault(number: 4)"))
        #expect(BoltsTask.whenAll(BoltsTask(result: 1), .cancelled()).isCancelled)
    }

    @Test(.tags(.t7)) func zipReturnsResultsOfMixedTypes() {
        let name = TaskCompletionSource<String>()
        let both = BoltsTask.zip(name.task, BoltsTask(result: 42), BoltsTask(result: true))
        #expect(!both.isCompleted)
        name.set(result: "Ada")
        #expect(both.result?.0 == "Ada" && both.result?.1 == 42 && both.result?.2 == true)
        let failed = BoltsTask.zip(BoltsTask(result: 1), BoltsTask<String>(error: Fault(8)))
        #expect(failed.error as? Fault == Fault(8))
        #expect(BoltsTask.zip().isCompleted)
    }

    @Test(.tags(.t7)) func zipEndsAtTheFirstFailureAndLeavesTheOthers() {
        let endless = TaskCompletionSource<Int>()
        let name = TaskCompletionSource<String>()
        let both = BoltsTask.zip(endless.task, name.task)
        name.set(error: Fault(1))
        #expect(both.error as? Fault == Fault(1))
        #expect(!endless.task.isCompleted)
        endless.set(error: Fault(2))
        #expect(both.error as? Fault == Fault(1))
        #expect(BoltsTask.zip(TaskCompletionSource<Int>().task, BoltsTask<Int>.cancelled()).isFaulted)
        let pending = TaskCompletionSource<Int>()
        #expect(BoltsTask.zip(pending.task, BoltsTask<Int>.cancelled()).isCancelled)
        pending.set(result: 1)
    }

    @Test(.tags(.t7)) func zipThatHasEndedRetainsNothing() {
        final class Token: Sendable {}
        let endless = TaskCompletionSource<Token>()
        weak var retained: Token?
        do {
            let object = Token()
            retained = object
            let two = BoltsTask.zip(endless.task, BoltsTask(result: object), BoltsTask<Int>(error: Fault(1)))
            #expect(two.isFaulted)
        }
        #expect(retained == nil)
        endless.set(result: Token())
    }

    @Test(.tags(.t7)) func whenAllSettledNeverFails() {
        let all = BoltsTask.whenAllSettled([BoltsTask(result: 1), BoltsTask(error: Fault(2)), .cancelled()])
        let shown = all.result?.map { outcome in
            switch outcome {
            case .success(let value): "\(value)"
            case .failure(let error): error is CancellationError ? "cancelled" : "\(error)"
            }
        }
        #expect(shown == ["1", "Fault(number: 2)", "cancelled"])
    }

    @Test(.tags(.t7)) func theSameTaskTwiceInOneList() {
        let source = TaskCompletionSource<Int>()
        let all = BoltsTask.whenAllResult([source.task, source.task])
        source.set(result: 2)
        #expect(all.result == [2, 2])
    }

    // MARK: Waiting for one

    @Test(.tags(.t7, .ot31, .ot32, .ot33, .ds5)) func whenAnyIsTheFirstSuccess() {
        let sources = (0..<3).map { _ in TaskCompletionSource<Int>() }
        let any = BoltsTask.whenAny(sources.map(\.task))
        sources[0].set(error: Fault(0))
        sources[1].cancel()
        #expect(!any.isCompleted)
        sources[2].set(result: 2)
        #expect(any.result == 2 && any.error == nil)
        let pending = TaskCompletionSource<Int>()
        #expect(BoltsTask.whenAny([pending.task, BoltsTask(result: 3)]).result == 3)
        #expect(!pending.task.isCompleted)
        pending.cancel()
    }

    @Test(.tags(.t7, .ot34, .ot36, .dt7)) func whenAnyWithoutASuccessFailsLikeWhenAll() {
        #expect(BoltsTask.whenAny([BoltsTask<Int>(error: Fault(1))]).error as? Fault == Fault(1))
        let several = BoltsTask.whenAny([BoltsTask<Int>(error: Fault(1)), .cancelled(), BoltsTask(error: Fault(2))])
        #expect((several.error as? AggregateError)?.failures.map(\.index) == [0, 2])
        let mixed = BoltsTask.whenAny([BoltsTask<Int>.cancelled(), BoltsTask(error: Fault(1))])
        #expect(mixed.error as? Fault == Fault(1))
        #expect(BoltsTask.whenAny([BoltsTask<Int>.cancelled(), .cancelled()]).isCancelled)
        #expect(BoltsTask<Int>.whenAny([]).error as? TaskUsageError == .nothingToWaitFor)
    }

    @Test(
        .tags(.t7, .st30, .st31, .st32, .at08),
        arguments: [.success(5), .failure(Fault(5)), .failure(CancellationError())] as [Result<Int, any Error>]
    )
    func whenFirstIsTheFirstTaskToComplete(_ outcome: Result<Int, any Error>) {
        let sources = (0..<20).map { _ in TaskCompletionSource<Int>() }
        let first = BoltsTask.whenFirst(sources.map(\.task))
        #expect(!first.isCompleted)
        sources[5].set(outcome)
        for (number, source) in sources.enumerated() where number != 5 { source.set(result: number) }
        #expect(first.result?.index == 5 && first.result?.task === sources[5].task)
        #expect("\(sources[5].task.outcome!)" == "\(outcome)")
    }

    @Test(.tags(.t7)) func whenFirstOfNoTasksFails() {
        #expect(BoltsTask<Int>.whenFirst([]).error as? TaskUsageError == .nothingToWaitFor)
    }

    @Test(.tags(.t7)) func losersThatNeverCompleteRetainNothing() {
        weak var seen: BoltsTask<Int>?
        let never = TaskCompletionSource<Int>()
        do {
            let winner = TaskCompletionSource<Int>()
            let any = BoltsTask.whenAny([never.task, winner.task])
            winner.set(result: 1)
            seen = any
            #expect(any.result == 1)
        }
        #expect(seen == nil)
        never.set(result: 0)
    }

    // MARK: Time limits, retries, loops and maps

    @Test(.tags(.t12)) func timeoutFailsTheResultAndNotTheTask() async {
        let clock = ManualClock()
        let source = TaskCompletionSource<Int>()
        let timed = source.task.timeout(after: .seconds(2), clock: clock)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(2))
        await #expect(throws: TimeoutError.self) { try await timed.value }
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
        // The timer is cancelled on the completing thread, so there is no sleeper any more.
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
        let own = TimeoutError(duration: .seconds(9))
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

    @Test(.tags(.t12)) func retryRepeatsUntilSuccess() async throws {
        let clock = ManualClock()
        let attempts = Recorder<Int>()
        let policy = RetryPolicy(attempts: 5, firstDelay: .seconds(1), jitter: 0)
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
        let policy = RetryPolicy(attempts: 3, firstDelay: .zero, jitter: 0) { $0 as? Fault != Fault(99) }
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
        let policy = RetryPolicy(attempts: 9, firstDelay: .seconds(1))
        let task = BoltsTask<Int>.retry(policy, clock: clock, cancellationToken: token.token) { _ in
            BoltsTask(error: Fault(1))
        }
        await clock.waitForSleepers(1)
        token.cancel()
        #expect(task.isCancelled && clock.sleeperCount == 0)
    }

    @Test(.tags(.t12)) func delaysGrowAndAreBounded() {
        let policy = RetryPolicy(firstDelay: .seconds(1), multiplier: 3, longestDelay: .seconds(5), jitter: 0.5)
        #expect(policy.delay(afterAttempt: 1, chance: 0) == .seconds(1))
        #expect(policy.delay(afterAttempt: 2, chance: 0) == .seconds(3))
        #expect(policy.delay(afterAttempt: 3, chance: 0) == .seconds(5))
        #expect(policy.delay(afterAttempt: 1_000_000, chance: 0) == .seconds(5))
        #expect(policy.delay(afterAttempt: 2, chance: 1) == .milliseconds(1_500))
    }

    @Test(.tags(.t12), arguments: [Double.nan, .infinity, -.infinity, -1, 0, 1, 1e300, .leastNonzeroMagnitude])
    func aPolicyWithNonsensicalNumbersDoesNotTrap(number: Double) {
        let policy = RetryPolicy(firstDelay: .seconds(1), multiplier: number, longestDelay: .seconds(5), jitter: number)
        for attempt in [Int.min, 0, 1, 2, 3, 1_000, .max] {
            for chance in [0, 0.5, 1, number] {
                #expect((.zero ... .seconds(5)).contains(policy.delay(afterAttempt: attempt, chance: chance)))
            }
        }
        let endless = RetryPolicy(
            firstDelay: .seconds(Int64.max),
            multiplier: number,
            longestDelay: .seconds(Int64.max)
        )
        #expect(endless.delay(afterAttempt: 9, chance: 0) >= .zero)
        let negative = RetryPolicy(firstDelay: .seconds(-5), multiplier: number, longestDelay: .seconds(-5))
        #expect(negative.delay(afterAttempt: 9, chance: 0) == .zero)
    }

    @Test(.tags(.t12)) func durationsBeyondTheClocksRangeDoNotTrap() async throws {
        let longest = Duration.seconds(Int64.max)
        let token = CancellationTokenSource()
        let delay = BoltsTask<Void>.withDelay(longest, cancellationToken: token.token)
        let source = TaskCompletionSource<Int>()
        let waiting = source.task.timeout(after: longest)
        let other = CancellationTokenSource()
        other.cancel(after: longest)
        // Until each timer has been set.
        try await BoltsTask<Void>.withDelay(.milliseconds(20)).value
        #expect(!delay.isCompleted && !waiting.isCompleted && !other.token.isCancellationRequested)
        token.cancel()
        source.set(result: 1)
        other.cancelScheduledCancellation()
        #expect(delay.isCancelled)
        #expect(try await waiting.value == 1)
    }

    @Test(.tags(.t12, .at10), arguments: [BoltsExecutor.default, .queue(.global())])
    func continueWhileRepeats(_ executor: BoltsExecutor) async throws {
        let count = Atomic<Int>(0)
        let loop = BoltsTask.continueWhile {
            count.load(ordering: .relaxed) < 10
        } body: {
            BoltsTask(executor) { _ = count.add(1, ordering: .relaxed) }
        }
        try await loop.value
        #expect(count.load(ordering: .relaxed) == 10)
        #expect(
            BoltsTask.continueWhile {
                throw Fault(1)
            } body: {
                BoltsTask(result: ())
            }.error as? Fault == Fault(1)
        )
        #expect(
            BoltsTask.continueWhile {
                true
            } body: {
                .cancelled()
            }.isCancelled
        )
    }

    @Test(.tags(.t12)) func mapRunsAtMostTheGivenNumberAtATime() {
        let sources = (0..<6).map { _ in TaskCompletionSource<Int>() }
        let started = Recorder<Int>()
        let mapped = BoltsTask.map(0..<6, atMost: 2) { number in
            started.add(number)
            return sources[number].task
        }
        #expect(started.values == [0, 1])
        sources[1].set(result: 10)
        #expect(started.values == [0, 1, 2])
        for number in [0, 2, 3, 4, 5] { sources[number].set(result: number * 10) }
        #expect(mapped.result == [0, 10, 20, 30, 40, 50].enumerated().map { $0.offset == 1 ? 10 : $0.element })
        #expect(BoltsTask<Int>.map([Int](), atMost: 3) { BoltsTask(result: $0) }.result == [])
    }

    @Test(.tags(.t12)) func mapStartsNothingAfterAFailure() {
        let started = Recorder<Int>()
        let mapped = BoltsTask<Int>.map(0..<100, atMost: 1) { number in
            started.add(number)
            if number == 3 { throw Fault(3) }
            return BoltsTask(result: number)
        }
        #expect(mapped.error as? Fault == Fault(3))
        #expect(started.values == [0, 1, 2, 3])
    }

    @Test(.tags(.t12)) func completionsComeInCompletionOrder() async {
        let sources = (0..<3).map { _ in TaskCompletionSource<Int>() }
        let completions = BoltsTask.completions(of: sources.map(\.task))
        sources[2].set(result: 2)
        sources[0].set(error: Fault(0))
        sources[1].cancel()
        var seen: [Int] = []
        for await (index, task) in completions {
            #expect(task.isCompleted)
            seen.append(index)
        }
        #expect(seen == [2, 0, 1])
    }
}
