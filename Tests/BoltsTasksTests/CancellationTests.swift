@testable import BoltsTasks
import BoltsTestSupport
import Foundation
import Testing

@Suite(.timeLimit(.minutes(20))) struct CancellationTests {
    @Test(.tags(.t8, .oc01, .oc02, .at15)) func cancellingNotifiesEveryObserverOnceInOrder() throws {
        let source = CancellationTokenSource()
        let told = Recorder<Int>()
        for number in 0..<3 { source.token.register { told.add(number) } }
        #expect(!source.token.isCancellationRequested && !source.isCancellationRequested)
        try source.token.throwIfCancellationRequested()
        source.cancel()
        source.cancel()
        #expect(source.token.isCancellationRequested && source.isCancellationRequested)
        #expect(told.values == [0, 1, 2])
        #expect(throws: CancellationError.self) { try source.token.throwIfCancellationRequested() }
    }

    @Test(.tags(.t8, .at16, .dc1)) func aLateObserverIsNotifiedImmediately() {
        let source = CancellationTokenSource()
        source.cancel()
        let told = Recorder<Int>()
        source.token.register { told.add(1) }
        #expect(told.values == [1])
    }

    @Test(.tags(.t8, .gx04, .dc5)) func observersMayDisposeOneAnotherAndRegister() {
        let source = CancellationTokenSource()
        let told = Recorder<String>()
        let registrations = Recorder<BoltsRegistration>()
        source.token.register {
            told.add("first")
            registrations.values[0].dispose()
            source.token.register { told.add("registered inside") }
            source.cancel()
        }
        registrations.add(source.token.register { told.add("disposed of") })
        source.token.register { told.add("last") }
        source.cancel()
        #expect(told.values == ["first", "registered inside", "last"])
    }

    /// A `deinit` that uses the token would wait for its lock forever.
    @Test(.tags(.t8)) func observersAreReleasedOutsideTheLock() {
        let source = CancellationTokenSource()
        let registration = source.token.register(TokenUser(source.token).observe)
        registration.dispose()
        source.token.register(TokenUser(source.token).observe)
        source.dispose()
        #expect(!source.isCancellationRequested)
    }

    @Test(.tags(.t8, .oc08, .oc09, .dc4)) func disposingReleasesObservers() {
        weak var seen: Canary?
        let source = CancellationTokenSource()
        do {
            let canary = Canary()
            seen = canary
            for _ in 0..<3 { source.token.register { withExtendedLifetime(canary) {} } }
        }
        #expect(seen != nil)
        source.dispose()
        source.dispose()
        #expect(seen == nil)
        source.cancel()
        #expect(!source.token.isCancellationRequested && !source.isCancellationRequested)
        let cancelled = CancellationTokenSource()
        cancelled.cancel()
        cancelled.dispose()
        #expect(cancelled.token.isCancellationRequested)
    }

    @Test(.tags(.t8)) func aTokenIsReadableAfterItsSourceIsReleased() throws {
        let token = CancellationTokenSource().token
        #expect(!token.isCancellationRequested)
        try token.throwIfCancellationRequested()
        token.register {}.dispose()
        #expect(!CancellationToken.none.isCancellationRequested)
    }

    @Test(.tags(.t8, .dc10)) func aLinkedSourceIsCancelledWithItsToken() throws {
        let one = CancellationTokenSource()
        let other = CancellationTokenSource()
        let linked = CancellationTokenSource(linkedTo: one.token, other.token, .none)
        other.cancel()
        #expect(linked.token.isCancellationRequested && !one.token.isCancellationRequested)
        #expect(CancellationTokenSource(linkedTo: other.token).isCancellationRequested)
        #expect(throws: CancellationError.self) { try linked.token.throwIfCancellationRequested() }
        try CancellationToken.none.throwIfCancellationRequested()
    }

    @Test(.tags(.t8)) func linkedSourcesAreNotifiedInRegistrationOrder() {
        let source = CancellationTokenSource()
        let told = Recorder<String>()
        source.token.register { told.add("first") }
        let linked = CancellationTokenSource(linkedTo: source.token)
        let inner = CancellationTokenSource(linkedTo: linked.token)
        inner.token.register { told.add("inner") }
        linked.token.register { told.add("linked") }
        source.token.register { told.add("last") }
        source.cancel()
        #expect(told.values == ["first", "inner", "linked", "last"])
        #expect(inner.isCancellationRequested)
    }

    @Test(.tags(.t8, .oc04, .oc06, .at14, .gx06, .dc2)) func cancelAfterNeedsNoRunLoopAndCanBeStopped() async throws {
        let (clock, source) = (ManualClock(), CancellationTokenSource())
        let cancelled = TaskCompletionSource<Void>()
        source.token.register { cancelled.set(result: ()) }
        await onSmallStack { source.cancel(after: .seconds(5), clock: clock) }
        await clock.waitForSleepers(1)
        await onSmallStack { source.cancelScheduledCancellation() }
        #expect(clock.sleeperCount == 0)
        clock.advance(by: .seconds(6))
        #expect(!source.isCancellationRequested)
        await onSmallStack { source.cancel(after: .seconds(5), clock: clock) }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(4))
        #expect(!source.isCancellationRequested)
        clock.advance(by: .seconds(1))
        try await cancelled.task.value
        #expect(source.isCancellationRequested)
        let now = CancellationTokenSource()
        now.cancel(after: .zero)
        #expect(now.isCancellationRequested)
    }

    @Test(.tags(.t9, .ot03, .ot04, .ot07)) func cancellingTheTokenCancelsTheResultImmediately() {
        let source = TaskCompletionSource<Int>()
        let token = CancellationTokenSource()
        let ran = Recorder<Int>()
        let results: [BoltsTask<Int>] = [
            source.task.continueWith(cancellationToken: token.token) { _ in ran.adding(1) },
            source.task.continueOnSuccessWith(.immediate, cancellationToken: token.token) { _ in ran.adding(2) },
            source.task.continueOnSuccessWithTask(cancellationToken: token.token) { _ in
                BoltsTask(result: ran.adding(3))
            },
        ]
        token.cancel()
        #expect(results.allSatisfy { $0.isCancelled })
        #expect(!source.task.isCompleted)
        source.set(result: 0)
        #expect(ran.values.isEmpty)
    }

    @Test(.tags(.t9, .ot05, .ot08)) func aCancelledTokenCancelsBeforeTheClosureRuns() {
        let token = CancellationTokenSource()
        token.cancel()
        let ran = Recorder<Int>()
        let task = BoltsTask(result: 1)
        #expect(task.continueWith(cancellationToken: token.token) { _ in ran.add(1) }.isCancelled)
        #expect(task.continueOnSuccessWith(cancellationToken: token.token) { ran.add($0) }.isCancelled)
        #expect(ran.values.isEmpty)
    }

    @Test(.tags(.t9)) func aContinuationThatWaitsForAnExecutorIsCancelled() {
        let manual = ManualExecutor()
        let token = CancellationTokenSource()
        let ran = Recorder<Int>()
        let task = BoltsTask(result: 1)
            .continueWith(manual.executor, cancellationToken: token.token) { _ in ran.add(1) }
        #expect(manual.count == 1 && !task.isCompleted)
        token.cancel()
        #expect(task.isCancelled)
        manual.runAll()
        #expect(ran.values.isEmpty)
    }

    @Test(.tags(.t9)) func cancellingTheTokenEndsTheWaitForTheReturnedTask() {
        let inner = TaskCompletionSource<Int>()
        let token = CancellationTokenSource()
        let outer = BoltsTask(result: 1).continueOnSuccessWithTask(cancellationToken: token.token) { _ in inner.task }
        #expect(!outer.isCompleted)
        token.cancel()
        #expect(outer.isCancelled && !inner.task.isCompleted)
        inner.set(result: 1)
        #expect(outer.isCancelled)
    }

    @Test(.tags(.t9, .ot42), arguments: [true, false])
    func cancellingFromInsideTheClosureCancelsTheResult(isComplete: Bool) {
        let (source, inner) = (TaskCompletionSource<Void>(), TaskCompletionSource<Int>())
        let token = CancellationTokenSource()
        if isComplete { source.set() }
        let outer = source.task.continueWithTask(cancellationToken: token.token) { _ in
            token.cancel()
            return inner.task
        }
        source.trySet()
        #expect(outer.isCancelled && !inner.task.isCompleted)
        inner.set(result: 1)
        #expect(outer.isCancelled)
    }

    @Test(.tags(.t9)) func aCompletedContinuationUnregistersFromItsToken() {
        weak var seen: BoltsTask<Int>?
        let token = CancellationTokenSource()
        do {
            let source = TaskCompletionSource<Int>()
            let task = source.task.continueOnSuccessWith(cancellationToken: token.token) { $0 }
            seen = task
            source.set(result: 1)
        }
        #expect(seen == nil)
        token.cancel()
    }

    @Test(.tags(.t9, .ot02, .ot37, .ot38, .ot39, .st04, .at02, .dc9))
    func aDelayEndsAtItsTimeOrWithItsToken() async throws {
        let clock = ManualClock()
        let token = CancellationTokenSource()
        #expect(BoltsTask.withDelay(.zero, clock: clock).isCompleted)
        #expect(BoltsTask.withDelay(.seconds(-3), clock: clock).isCompleted)
        let delay = BoltsTask.withDelay(.seconds(1), clock: clock, cancellationToken: token.token)
        let other = BoltsTask.withDelay(.seconds(1), clock: clock).continueOnSuccessWith(.immediate) { "foo" }
        await clock.waitForSleepers(2)
        token.cancel()
        #expect(delay.isCancelled && !other.isCompleted && clock.sleeperCount == 1)
        clock.advance(by: .seconds(1))
        #expect(try await other.value == "foo")
        #expect(BoltsTask.withDelay(.seconds(1), clock: clock, cancellationToken: token.token).isCancelled)
    }

    @Test(.tags(.t8)) func cancellationThroughALinkStopsTheTimer() async {
        let clock = ManualClock()
        let parent = CancellationTokenSource()
        let source = CancellationTokenSource(linkedTo: parent.token)
        source.cancel(after: .seconds(3_600), clock: clock)
        await clock.waitForSleepers(1)
        parent.cancel()
        #expect(source.isCancellationRequested)
        #expect(clock.sleeperCount == 0)
    }

    @Test(.tags(.t8)) func aSourceThatIsDisposedOfKeepsNoTimer() async {
        let clock = ManualClock()
        let source = CancellationTokenSource()
        source.dispose()
        source.cancel(after: .seconds(3_600), clock: clock)
        for _ in 0..<1_000 {
            await Task.yield()
            #expect(clock.sleeperCount == 0)
        }
    }

    // MARK: Reasons

    @Test(.tags(.t8)) func theReasonReachesWhoeverHasTheToken() {
        let source = CancellationTokenSource()
        let told = Recorder<String>()
        source.token.register { [token = source.token] in
            told.add("\(token.cancellationReason.map { "\($0)" } ?? "none")")
        }
        #expect(source.token.cancellationReason == nil)
        source.cancel(reason: Fault(1))
        source.cancel(reason: Fault(2))
        source.cancel()
        #expect(told.values == ["Fault(number: 1)"])
        #expect(source.token.cancellationReason as? Fault == Fault(1))
        #expect(throws: CancellationError.self) { try source.token.throwIfCancellationRequested() }
    }

    @Test(.tags(.t8)) func withoutAReasonThereIsNone() {
        let source = CancellationTokenSource()
        source.cancel()
        source.cancel(reason: Fault(1))
        #expect(source.token.cancellationReason == nil && source.token.isCancellationRequested)
        #expect(CancellationToken.none.cancellationReason == nil)
        let disposed = CancellationTokenSource()
        disposed.dispose()
        disposed.cancel(reason: Fault(1))
        #expect(disposed.token.cancellationReason == nil)
    }

    @Test(.tags(.t8)) func linkedTokensHaveTheReasonOfTheTokenThatCancelledThem() {
        let (one, other) = (CancellationTokenSource(), CancellationTokenSource())
        let linked = CancellationTokenSource(linkedTo: one.token, other.token)
        let further = CancellationTokenSource(linkedTo: linked.token)
        other.cancel(reason: Fault(3))
        one.cancel(reason: Fault(4))
        #expect(linked.token.cancellationReason as? Fault == Fault(3))
        #expect(further.token.cancellationReason as? Fault == Fault(3))
        let late = CancellationTokenSource(linkedTo: other.token)
        #expect(late.token.cancellationReason as? Fault == Fault(3))
    }

    @Test(.tags(.t8)) func aTimeThatIsOverIsTheReason() async {
        let clock = ManualClock()
        let source = CancellationTokenSource()
        source.cancel(after: .seconds(5), clock: clock)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(5))
        await withCheckedContinuation { done in source.token.register { done.resume() } }
        #expect(source.token.cancellationReason as? TaskTimeoutError == TaskTimeoutError(duration: .seconds(5)))
    }

    @Test(.tags(.t9)) func aTaskThatIsCancelledForAReasonIsCancelled() {
        let (source, task) = (CancellationTokenSource(), TaskCompletionSource<Int>())
        let next = task.task.continueOnSuccessWith(cancellationToken: source.token) { $0 }
        source.cancel(reason: Fault(1))
        #expect(next.isCancelled && next.error == nil)
        task.set(result: 1)
    }

    @Test(.tags(.oc10, .at17)) func onlyTheRemainingObserverIsNotified() {
        let (cancellation, ran) = (CancellationTokenSource(), Recorder<String>())
        let registration = cancellation.token.register { ran.add("disposed of") }
        cancellation.token.register { ran.add("kept") }
        registration.dispose()
        cancellation.cancel()
        #expect(ran.values == ["kept"])
    }

    @Test(.tags(.oc12, .oc13, .at18, .gx05)) func sourcesAndRegistrationsCanBeDisposedInAnyOrder() {
        let ran = Recorder<String>()
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

    @Test(.tags(.gx04), arguments: [BoltsExecutor.immediate, .default])
    func aTokenThatIsCancelledWinsOverAnEarlierObserver(_ executor: BoltsExecutor) async throws {
        let (good, bad, inner) = (TaskCompletionSource<Int>(), TaskCompletionSource<Int>(), TaskCompletionSource<Int>())
        let (cancellation, ran) = (CancellationTokenSource(), Recorder<String>())
        let token = cancellation.token
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

    @Test(.tags(.gx04)) func anObserverMayCancelDisposeAndRegister() {
        let registrations = Recorder<BoltsRegistration>()
        let (cancellation, ran) = (CancellationTokenSource(), Recorder<String>())
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

    @Test(.tags(.dc3)) func disposingStopsAScheduledCancellation() async {
        let (clock, source) = (ManualClock(), CancellationTokenSource())
        source.cancel(after: .seconds(1), clock: clock)
        await clock.waitForSleepers(1)
        source.dispose()
        #expect(clock.sleeperCount == 0)
        clock.advance(by: .seconds(2))
        #expect(!source.isCancellationRequested)
    }

    @Test(.tags(.dc6)) func observersAreReleasedAfterTheyRan() {
        let source = CancellationTokenSource()
        weak var seen: Canary?
        do {
            let canary = Canary()
            seen = canary
            source.token.register { withExtendedLifetime(canary) {} }
        }
        #expect(seen != nil)
        source.cancel()
        #expect(seen == nil)
    }

    @Test(.tags(.dc7)) func otherThreadsMayUseTheTokenWhileAnObserverRuns() async throws {
        let (source, told) = (CancellationTokenSource(), Recorder<String>())
        let entered = TaskCompletionSource<Void>()
        let leave = TaskCompletionSource<Void>()
        let registration = source.token.register {
            entered.set(result: ())
            leave.task.waitUntilCompleted()
            told.add("observer")
        }
        let done = TaskCompletionSource<Void>()
        Thread {
            source.cancel()
            done.set(result: ())
        }
        .start()
        try await entered.task.value
        registration.dispose()
        source.token.register { told.add("meanwhile") }
        #expect(source.token.isCancellationRequested)
        leave.set(result: ())
        try await done.task.value
        #expect(told.values == ["meanwhile", "observer"])
    }

    @Test(.tags(.dc8)) func continuationsAndDelaysMayUseADisposedToken() async throws {
        let (clock, source) = (ManualClock(), CancellationTokenSource())
        let upstream = TaskCompletionSource<Int>()
        let task = upstream.task.continueWith(cancellationToken: source.token) { $0.result }
        let delay = BoltsTask.withDelay(.seconds(1), clock: clock, cancellationToken: source.token)
        await clock.waitForSleepers(1)
        source.dispose()
        upstream.set(result: 1)
        clock.advance(by: .seconds(1))
        #expect(task.result == 1)
        try await delay.value
    }
}

/// Uses a token when it is released.
private final class TokenUser: Sendable {
    private let token: CancellationToken

    init(_ token: CancellationToken) { self.token = token }

    @Sendable func observe() {}

    deinit { token.register {} }
}
