import BoltsFoundation
import BoltsTasks
import BoltsTestSupport
import Dispatch
import Foundation
import Testing

// MARK: - Tokens

extension ConformanceTests {
    @Test(.tags(.oc01, .oc02))
    func cancellingTwiceChangesNothingMore() {
        #expect(!cancellation.isCancellationRequested && !cancellation.token.isCancellationRequested)
        cancellation.cancel()
        #expect(cancellation.isCancellationRequested && cancellation.token.isCancellationRequested)
        cancellation.cancel()
        #expect(cancellation.token.isCancellationRequested)
    }

    @Test(.tags(.oc04, .oc06, .at14, .gx06))
    func cancellingLaterNeedsNoRunLoopAndCanBeStopped() async {
        let told = TaskCompletionSource<Void>()
        cancellation.token.register { told.trySet(result: ()) }
        cancellation.cancel(after: .milliseconds(200), clock: clock)
        #expect(!cancellation.isCancellationRequested)
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(200))
        _ = try? await told.task.value
        #expect(cancellation.isCancellationRequested)

        let now = CancellationTokenSource()
        now.cancel(after: .zero, clock: clock)
        #expect(now.isCancellationRequested)

        let stopped = CancellationTokenSource()
        stopped.cancel(after: .milliseconds(200), clock: clock)
        await clock.waitForSleepers(1)
        stopped.cancelScheduledCancellation()
        #expect(clock.sleeperCount == 0 && !stopped.isCancellationRequested)
    }

    @Test(.tags(.oc08, .oc09))
    func aDisposedSourceNotifiesNobodyAndItsTokenStaysReadable() {
        cancellation.token.register { ran.add("told") }
        cancellation.dispose()
        cancellation.dispose()
        cancellation.cancel()
        #expect(!cancellation.isCancellationRequested && !cancellation.token.isCancellationRequested)
        #expect(ran.values.isEmpty)
        let cancelled = CancellationTokenSource()
        cancelled.cancel()
        cancelled.dispose()
        #expect(cancelled.token.isCancellationRequested)
    }

    @Test(.tags(.oc10, .at17))
    func onlyTheRemainingObserverIsNotified() {
        let registration = cancellation.token.register { ran.add("disposed of") }
        cancellation.token.register { ran.add("kept") }
        registration.dispose()
        cancellation.cancel()
        #expect(ran.values == ["kept"])
    }

    @Test(.tags(.oc12, .oc13, .at18, .gx05))
    func sourcesAndRegistrationsCanBeDisposedInAnyOrder() {
        for sourceFirst in [true, false] {
            let source = CancellationTokenSource()
            let registrations = (0..<3).map { _ in source.token.register { ran.add("told") } }
            if sourceFirst { source.dispose() }
            for registration in registrations { registration.dispose() }
            if !sourceFirst { source.dispose() }
            source.cancel()
        }
        #expect(ran.values.isEmpty)
    }

    @Test(.tags(.at15))
    func aCancelledTokenThrowsWhenAsked() throws {
        try cancellation.token.throwIfCancellationRequested()
        cancellation.cancel()
        #expect(throws: CancellationError.self) { try cancellation.token.throwIfCancellationRequested() }
    }

    @Test(.tags(.at16))
    func anObserverOfACancelledTokenIsNotifiedImmediately() {
        cancellation.cancel()
        cancellation.token.register { ran.add("told") }
        #expect(ran.values == ["told"])
    }

    @Test(.tags(.at03, .at04))
    func workWhoseTokenIsCancelledBeforeOrDuringItIsCancelled() async throws {
        let (cancellation, ran) = (cancellation, ran)
        let token = cancellation.token
        let during = BoltsTask<Int>(.queue(.global()), cancellationToken: .none) {
            cancellation.cancel()
            try token.throwIfCancellationRequested()
            return 1
        }
        await #expect(throws: CancellationError.self) { try await during.value }
        #expect(during.isCancelled)
        #expect(BoltsTask(.queue(.global()), cancellationToken: token) { ran.add("ran") }.isCancelled)
        #expect(ran.values.isEmpty)
    }

    @Test(.tags(.gx04), arguments: [BoltsExecutor.immediate, .default])
    func aTokenThatIsCancelledWinsOverAnEarlierObserver(_ executor: BoltsExecutor) async throws {
        let (good, bad, inner) = (TaskCompletionSource<Int>(), TaskCompletionSource<Int>(), TaskCompletionSource<Int>())
        let (token, ran) = (cancellation.token, ran)
        token.register {
            good.set(result: 1)
            bad.set(error: Fault(1))
            inner.set(result: 2)
        }
        let first = good.task.continueOnSuccessWith(executor, cancellationToken: token) { ran.add("\($0)") }
        let skipped = bad.task.continueOnSuccessWith(executor, cancellationToken: token) { ran.add("\($0)") }
        let last = first.continueWith(executor, cancellationToken: token) { _ in ran.add("last") }
        let flattened = BoltsTask(result: 1).continueWithTask(executor, cancellationToken: token) { _ in inner.task }
        let other = good.task.continueOnSuccessWith(executor) { $0 }
        cancellation.cancel()
        #expect(try await other.value == 1)
        for task in [first, skipped, last] {
            _ = try? await task.value
            #expect(task.isCancelled)
        }
        _ = try? await flattened.value
        #expect(flattened.isCancelled)
        #expect(ran.values.isEmpty)
    }

    @Test(.tags(.gx04))
    func anObserverMayCancelDisposeAndRegister() {
        let registrations = Recorder<BoltsRegistration>()
        let (cancellation, ran) = (cancellation, ran)
        cancellation.token.register {
            ran.add("first")
            registrations.values[0].dispose()
            cancellation.token.register { ran.add("late") }
            cancellation.cancel()
            cancellation.dispose()
        }
        registrations.add(cancellation.token.register { ran.add("disposed of") })
        cancellation.cancel()
        #expect(ran.values == ["first", "late"])
    }
}

// MARK: - Executors

extension ConformanceTests {
    @Test(.tags(.oe01, .se02))
    func immediateRunsBeforeTheCallReturns() async {
        await onSmallStack {
            #expect(BoltsTask(result: 1).continueWith(.immediate) { _ in 2 }.result == 2)
        }
    }

    @Test(.tags(.oe03, .se08))
    func anOperationQueueRunsTheContinuationLater() async throws {
        let queue = OperationQueue()
        queue.isSuspended = true
        let task = BoltsTask(result: queue).continueOnSuccessWith(.operationQueue(queue)) {
            OperationQueue.current === $0
        }
        #expect(!task.isCompleted)
        queue.isSuspended = false
        #expect(try await task.value)
    }

    @Test(.tags(.oe04, .se03, .se04))
    func theMainThreadExecutorRunsInlineOnTheMainThread() async throws {
        let inline = await MainActor.run { BoltsTask(result: 1).continueWith(on: .mainThread) { _ in 2 }.isCompleted }
        #expect(inline)
        let order = ran
        try await BoltsTask(.queue(.global())) { order.add("elsewhere") }
            .continueWith(on: .mainThread) { _ in
                dispatchPrecondition(condition: .onQueue(.main))
                order.add("main")
            }
            .value
        #expect(order.values == ["elsewhere", "main"])
    }

    @Test(.tags(.se06))
    func aCustomExecutorDecidesWhenToRun() {
        let manual = ManualExecutor()
        let task = BoltsTask(result: 1).continueOnSuccessWith(manual.executor) { $0 + 1 }
        #expect(!task.isCompleted)
        manual.runAll()
        #expect(task.result == 2)
    }

    @Test(.tags(.se09, .se10))
    func everyExecutorHasADescription() {
        let executors: [BoltsExecutor] = [
            .default, .immediate, .queue(.global()), .operationQueue(OperationQueue()), .custom { $0() },
        ]
        #expect(executors.allSatisfy { !$0.description.isEmpty && !String(reflecting: $0).isEmpty })
    }
}
