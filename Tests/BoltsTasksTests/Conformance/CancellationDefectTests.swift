import BoltsTasks
import BoltsTestSupport
import Foundation
import Testing

/// What went wrong in Bolts-ObjC's cancellation, and cannot here; the numbers are those of `docs/conformance.md`.
@Suite(.timeLimit(.minutes(5)))
struct CancellationDefectTests {
    let clock = ManualClock()
    let source = CancellationTokenSource()
    let told = Recorder<String>()

    @Test("D-C1 · an observer that is registered late is told at once")
    func D_C1() {
        source.cancel()
        source.token.register { told.add("late") }
        #expect(told.values == ["late"])
    }

    @Test("D-C2 · cancelling later works from a thread without a run loop, and is stopped from any other")
    func D_C2() async throws {
        let (source, clock) = (source, clock)
        let cancelled = TaskCompletionSource<Void>()
        source.token.register { cancelled.set(result: ()) }
        await onSmallStack { source.cancel(after: .seconds(1), clock: clock) }
        await clock.waitForSleepers(1)
        await onSmallStack { source.cancelScheduledCancellation() }
        clock.advance(by: .seconds(2))
        #expect(!source.isCancellationRequested)
        await onSmallStack { source.cancel(after: .seconds(1), clock: clock) }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        try await cancelled.task.value
        #expect(source.isCancellationRequested)
    }

    @Test("D-C3 · disposing stops a scheduled cancellation")
    func D_C3() async {
        source.cancel(after: .seconds(1), clock: clock)
        await clock.waitForSleepers(1)
        source.dispose()
        #expect(clock.sleeperCount == 0)
        clock.advance(by: .seconds(2))
        #expect(!source.isCancellationRequested)
    }

    @Test("D-C4 · disposing lets go of every observer")
    func D_C4() {
        weak var seen: Canary?
        do {
            let canary = Canary()
            seen = canary
            for _ in 0..<5 { source.token.register { withExtendedLifetime(canary) {} } }
        }
        source.dispose()
        #expect(seen == nil)
    }

    @Test("D-C5 · an observer disposes of one that was not told yet")
    func D_C5() {
        let registrations = Recorder<CancellationTokenRegistration>()
        let told = told
        source.token.register {
            told.add("first")
            for registration in registrations.values { registration.dispose() }
        }
        for name in ["second", "third"] { registrations.add(source.token.register { told.add(name) }) }
        source.cancel()
        #expect(told.values == ["first"])
    }

    @Test("D-C6 · observers are let go of once they were told")
    func D_C6() {
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

    @Test("D-C7 · another thread disposes, registers and reads while an observer runs")
    func D_C7() async throws {
        let (source, told) = (source, told)
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

    @Test("D-C8 · a disposed token is read by continuations and delays without harm")
    func D_C8() async throws {
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

    @Test("D-C9 · a delay is cancelled at once, and its timer with it")
    func D_C9() async {
        let delay = BoltsTask.withDelay(.seconds(1), clock: clock, cancellationToken: source.token)
        await clock.waitForSleepers(1)
        source.cancel()
        #expect(delay.isCancelled && clock.sleeperCount == 0)
    }

    @Test("D-C10 · there are linked sources, a token that is never cancelled, and one that throws")
    func D_C10() throws {
        let linked = CancellationTokenSource(linkedTo: source.token, .none)
        source.cancel()
        #expect(linked.isCancellationRequested)
        #expect(throws: CancellationError.self) { try linked.token.throwIfCancellationRequested() }
        try CancellationToken.none.throwIfCancellationRequested()
    }
}
