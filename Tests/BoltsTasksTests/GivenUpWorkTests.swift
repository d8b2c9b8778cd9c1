@testable import BoltsTasks
import BoltsTestSupport
import Dispatch
import Testing

/// Tests that combinators that start work cancel it when they abandon it.
@Suite(.timeLimit(.minutes(20))) struct GivenUpWorkTests {
    let clock = ManualClock()
    let source = CancellationTokenSource()
    let tokens = Recorder<CancellationToken>()

    @Test(.tags(.t12, .t13)) func timeoutCancelsTheWorkItGaveUp() async {
        let work = TaskCompletionSource<Int>()
        let tokens = tokens
        let task = BoltsTask.timeout(after: .seconds(1), clock: clock) { token in
            tokens.add(token)
            return work.task
        }
        await clock.waitForSleepers(1)
        #expect(!tokens.values[0].isCancellationRequested)
        clock.advance(by: .seconds(1))
        await #expect(throws: TaskTimeoutError.self) { try await task.value }
        // A continuation of the task cancels the work, and may not have run yet.
        await eventually("the work is cancelled") { tokens.values[0].isCancellationRequested }
        #expect(tokens.values[0].cancellationReason as? TaskTimeoutError == TaskTimeoutError(duration: .seconds(1)))
    }

    @Test(.tags(.t12, .t13)) func workThatAMapGivesUpHasTheFailureAsItsReason() {
        let work = [TaskCompletionSource<Int>(), TaskCompletionSource<Int>()]
        let tokens = tokens
        let all = BoltsTask.map([0, 1], atMost: 2) { index, token in
            tokens.add(token)
            return work[index].task
        }
        work[1].set(error: Fault(3))
        #expect(tokens.values[0].cancellationReason as? Fault == Fault(3))
        work[0].cancel()
        #expect(all.error as? Fault == Fault(3))
    }

    @Test(.tags(.t12, .t13)) func timeoutCancelsAsyncWorkAndLeavesFinishedWorkAlone() async throws {
        let (clock, workClock) = (clock, ManualClock())
        let slow = BoltsTask.timeout(after: .seconds(1), clock: clock) { _ in
            try await workClock.sleep(for: .seconds(60))
            return 1
        }
        await workClock.waitForSleepers(1)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        await #expect(throws: TaskTimeoutError.self) { try await slow.value }
        await eventually("nobody sleeps any more") { workClock.sleeperCount == 0 }

        let tokens = tokens
        let quick = BoltsTask.timeout(after: .seconds(1), clock: clock) { token in
            tokens.add(token)
            return BoltsTask(result: 2)
        }
        #expect(try await quick.value == 2)
        #expect(!tokens.values[0].isCancellationRequested)
    }

    @Test(.tags(.t12, .t13)) func retryCancelsTheTokenOfAFailedOrCancelledAttempt() async {
        let (tokens, clock) = (tokens, clock)
        let endless = TaskCompletionSource<Int>()
        let policy = TaskRetryPolicy(attempts: 3, firstDelay: .zero)
        let task = BoltsTask.retry(policy, clock: clock, cancellationToken: source.token) { number, token in
            tokens.add(token)
            if number < 3 { throw Fault(number) }
            return endless.task
        }
        #expect(tokens.values.map(\.isCancellationRequested) == [true, true, false])
        source.cancel()
        #expect(task.isCancelled && tokens.values[2].isCancellationRequested)
        endless.cancel()
    }

    @Test(.tags(.t12, .t13)) func retryTakesAsyncClosuresAndCancelsThem() async throws {
        let (clock, workClock) = (clock, ManualClock())
        let policy = TaskRetryPolicy(attempts: 3, firstDelay: .zero)
        let retried = BoltsTask.retry(policy, clock: clock) { number, _ async throws -> Int in
            if number < 3 { throw Fault(number) }
            return number
        }
        #expect(try await retried.value == 3)
        let cancelled = BoltsTask.retry(policy, clock: clock, cancellationToken: source.token) { _, _ in
            try await workClock.sleep(for: .seconds(60))
            return 1
        }
        await workClock.waitForSleepers(1)
        source.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        await eventually("nobody sleeps any more") { workClock.sleeperCount == 0 }
    }

    @Test(.tags(.t12, .t13)) func mapCancelsTheOtherWorkAfterAFailure() {
        let tokens = tokens
        let works = (0..<2).map { _ in TaskCompletionSource<Int>() }
        let mapped = BoltsTask.map(0..<2, atMost: 2) { number, token in
            tokens.add(token)
            let work = works[number]
            token.register { work.tryCancel() }
            return work.task
        }
        works[1].set(error: Fault(1))
        #expect(mapped.error as? Fault == Fault(1))
        #expect(works[0].task.isCancelled)
        #expect(tokens.values.allSatisfy { $0.isCancellationRequested })
    }

    /// An observer that was registered before the map is notified first, and completes the running work.
    @Test(.tags(.t12, .t13, .t16)) func aCancelledMapNeitherSucceedsNorForgetsWork() {
        let tokens = tokens
        let (first, endless) = (TaskCompletionSource<Int>(), TaskCompletionSource<Int>())
        source.token.register { first.set(result: 3) }
        let mapped = BoltsTask.map(0..<3, atMost: 1, cancellationToken: source.token) { number, token in
            tokens.add(token)
            return number == 0 ? first.task : endless.task
        }
        source.cancel()
        #expect(mapped.isCancelled)
        #expect(tokens.count == 1 && tokens.values.allSatisfy { $0.isCancellationRequested })
        endless.cancel()
    }

    /// A closure that cancels the caller's token may end in any way: the result is cancelled.
    @Test(.tags(.t12, .t13, .t16)) func aLimitIsCancelledWhoseWorkCancelsTheCallersToken() {
        let ends: [@Sendable () throws -> BoltsTask<Int>] = [
            { throw Fault(1) }, { BoltsTask(error: Fault(1)) }, { BoltsTask(result: 1) },
            { TaskCompletionSource<Int>().task },
        ]
        for end in ends {
            let token = CancellationTokenSource()
            let limited = BoltsTask.timeout(
                after: .seconds(1),
                clock: ManualClock(),
                cancellationToken: token.token
            ) { _ in
                token.cancel()
                return try end()
            }
            #expect(limited.isCancelled)
        }
    }

    @Test(.tags(.t7, .t12)) func theSummaryOfErrorsReadsNothingOfTasksThatArePending() {
        let source = TaskCompletionSource<Int>()
        #expect(source.task.claim())
        source.task.write(error: Fault(1))
        #expect(AggregateError.summary(of: [source.task]) == nil)
        source.task.finish()
        #expect(AggregateError.summary(of: [source.task]) as? Fault == Fault(1))
    }

    enum WorkStarter: CaseIterable, Sendable {
        case map, retry, retryAfterFailure, timeout, continueWhile

        /// Starts work; the result shows only how it completed.
        func start(
            _ token: CancellationToken,
            _ work: @escaping @Sendable (CancellationToken) -> BoltsTask<Void>
        ) -> BoltsTask<Void> {
            switch self {
            case .map:
                BoltsTask.map([0], atMost: 1, cancellationToken: token) { _, token in work(token) }
                    .continueOnSuccessWith { _ in }
            case .retry, .retryAfterFailure:
                BoltsTask.retry(TaskRetryPolicy(attempts: 2, firstDelay: .zero), cancellationToken: token) {
                    number,
                    token in
                    if self == .retryAfterFailure, number == 1 { throw Fault(1) }
                    return work(token)
                }
            case .timeout:
                BoltsTask.timeout(after: .seconds(1), clock: ManualClock(), cancellationToken: token) { work($0) }
            case .continueWhile:
                BoltsTask.continueWhile(cancellationToken: token) {
                    !token.isCancellationRequested
                } body: { token in
                    work(token)
                }
            }
        }
    }

    /// The work is notified of the cancellation before or after the result, and succeeds because of it.
    @Test(.tags(.t9, .t13, .t16), arguments: WorkStarter.allCases, [false, true])
    func workThatSucceedsBecauseItWasCancelledDoesNotSave(_ starter: WorkStarter, isEarlier: Bool) {
        let tokens = tokens
        let work = TaskCompletionSource<Void>()
        if isEarlier { source.token.register { work.trySet() } }
        let result = starter.start(source.token) { token in
            tokens.add(token)
            if !isEarlier { token.register { work.trySet() } }
            return work.task
        }
        #expect(!result.isCompleted && tokens.count == 1)
        source.cancel()
        #expect(result.isCancelled)
        #expect(tokens.count == 1 && work.task.isCompleted)
    }

    @Test(.tags(.t9, .t12)) func aLoopThatItsConditionCancelsIsCancelled() {
        let source = source
        let loop = BoltsTask.continueWhile(cancellationToken: source.token) {
            source.cancel()
            return false
        } body: {
            BoltsTask(result: ())
        }
        #expect(loop.isCancelled)
    }

    @Test(.tags(.t12, .t13)) func mapAndContinueWhileTakeAsyncClosures() async throws {
        let mapped = BoltsTask.map(1...3, atMost: 2) { number, _ async throws -> Int in
            await Task.yield()
            return number * 2
        }
        #expect(try await mapped.value == [2, 4, 6])
        let rounds = Recorder<Int>()
        let loop = BoltsTask.continueWhile {
            rounds.count < 3
        } body: { _ in
            await Task.yield()
            rounds.add(rounds.count)
        }
        try await loop.value
        #expect(rounds.values == [0, 1, 2])
    }

    @Test(.tags(.t12, .t13)) func cancellingTheTokenCancelsTheRunningRound() async {
        let workClock = ManualClock()
        let loop = BoltsTask.continueWhile(cancellationToken: source.token) {
            true
        } body: { _ in
            try await workClock.sleep(for: .seconds(60))
        }
        await workClock.waitForSleepers(1)
        source.cancel()
        // This thread or the round's thread cancels the loop; the round is notified first.
        await #expect(throws: CancellationError.self) { try await loop.value }
        await eventually("nobody sleeps any more") { workClock.sleeperCount == 0 }
    }

    @Test(.tags(.t12, .t13)) func continueWhileHandsEachRoundATokenAndWaitsForItsTask() {
        let token = CancellationTokenSource()
        let rounds = Recorder<TaskCompletionSource<Void>>()
        let loop = BoltsTask.continueWhile(cancellationToken: token.token) {
            rounds.values.count < 3
        } body: { token in
            let source = TaskCompletionSource<Void>()
            token.register { source.tryCancel() }
            rounds.add(source)
            return source.task
        }
        rounds.values[0].set()
        #expect(rounds.values.count == 2 && !loop.isCompleted)
        token.cancel()
        #expect(loop.isCancelled && rounds.values[1].task.isCancelled && rounds.values.count == 2)
    }

    @Test(.tags(.t9, .t13)) func workThatIgnoresItsTokenRetainsNoClosureAfterItWasGivenUp() {
        let endless = TaskCompletionSource<Int>()
        let round = endless.task.continueWith { _ in }
        let forms: [(String, @Sendable (CancellationToken, Canary) -> _TaskCore)] = [
            (
                "retry",
                { token, canary in
                    BoltsTask.retry(cancellationToken: token) { _ in withExtendedLifetime(canary) { endless.task } }
                }
            ),
            (
                "map",
                { token, canary in
                    BoltsTask<Int>.map([1, 2], atMost: 1, cancellationToken: token) { _ in
                        withExtendedLifetime(canary) { endless.task }
                    }
                }
            ),
            (
                "continueWhile",
                { token, canary in
                    BoltsTask.continueWhile(
                        cancellationToken: token,
                        predicate: { true },
                        body: { withExtendedLifetime(canary) { round } }
                    )
                }
            ),
            (
                "timeout",
                { token, canary in
                    BoltsTask.timeout(after: .seconds(1), clock: ManualClock(), cancellationToken: token) { _ in
                        withExtendedLifetime(canary) { endless.task }
                    }
                }
            ),
        ]
        for (name, form) in forms {
            let token = CancellationTokenSource()
            weak var captured: Canary?
            let result: _TaskCore
            do {
                let canary = Canary()
                captured = canary
                result = form(token.token, canary)
            }
            token.cancel()
            #expect(result.resolved.status == .cancelled && captured == nil, "\(name)")
        }
        #expect(!endless.task.isCompleted)
    }

    @Test(.tags(.t11, .t13)) func cancellingASwiftTaskCancelsTheWorkItStarted() async {
        let (tokens, started) = (tokens, TaskCompletionSource<Void>())
        let waiter = Task {
            try await withCancellationToken { token in
                tokens.add(token)
                let work = TaskCompletionSource<Int>()
                token.register { work.tryCancel() }
                started.set()
                return work.task
            }
        }
        _ = try? await started.task.value
        #expect(!tokens.values[0].isCancellationRequested)
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
        #expect(tokens.values[0].isCancellationRequested)
    }

    @Test(.tags(.t11, .t13)) func workStartsOnTheExecutorOfItsCaller() async throws {
        let key = DispatchSpecificKey<Bool>()
        let caller = Caller(key: key)
        let isThere = try await caller.start()
        #expect(isThere)
        #expect(try await Self.startsOnTheMainActor())
    }

    @MainActor private static func startsOnTheMainActor() async throws -> Bool {
        // The assertion would trap outside the main actor.
        try await withCancellationToken { _ in
            MainActor.assertIsolated()
            return BoltsTask(result: true)
        }
    }

    @Test(.tags(.t11, .t13)) func aCancelledSwiftTaskStartsItsWorkWithACancelledToken() async {
        let (tokens, go) = (tokens, TaskCompletionSource<Void>())
        let waiter = Task {
            _ = try? await go.task.value
            return try await withCancellationToken { token in
                tokens.add(token)
                #expect(token.isCancellationRequested)
                return BoltsTask(result: 5)
            }
        }
        waiter.cancel()
        go.set()
        _ = await waiter.result
        #expect(tokens.values.count == 1)
    }

    @Test(.tags(.t11, .t13)) func finishedWorkIsNotCancelled() async throws {
        let tokens = tokens
        let value = try await withCancellationToken { token in
            tokens.add(token)
            return BoltsTask(result: 5)
        }
        #expect(value == 5 && !tokens.values[0].isCancellationRequested)
        await #expect(throws: Fault(1)) { try await withCancellationToken { _ -> BoltsTask<Int> in throw Fault(1) } }
    }
}

/// An actor whose queue a test can recognize.
private actor Caller {
    private let executor: QueueExecutor
    private let key: DispatchSpecificKey<Bool>
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(key: DispatchSpecificKey<Bool>) {
        self.key = key
        executor = QueueExecutor()
        executor.queue.setSpecific(key: key, value: true)
    }

    func start() async throws -> Bool {
        try await withCancellationToken { _ in BoltsTask(result: DispatchQueue.getSpecific(key: key) ?? false) }
    }
}

private final class QueueExecutor: SerialExecutor {
    let queue = DispatchQueue(label: "caller")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
