import BoltsTasks
import BoltsTestSupport
import Foundation
import Testing

/// Defects of Bolts-ObjC's cancellation that this library does not have; their numbers are in `docs/conformance.md`.
@Suite(.timeLimit(.minutes(20)))
struct CancellationDefectTests {
    let clock = ManualClock()
    let source = CancellationTokenSource()
    let told = Recorder<String>()

    @Test(.tags(.dc3))
    func disposingStopsAScheduledCancellation() async {
        source.cancel(after: .seconds(1), clock: clock)
        await clock.waitForSleepers(1)
        source.dispose()
        #expect(clock.sleeperCount == 0)
        clock.advance(by: .seconds(2))
        #expect(!source.isCancellationRequested)
    }

    @Test(.tags(.dc6))
    func observersAreReleasedAfterTheyRan() {
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

    @Test(.tags(.dc7))
    func otherThreadsMayUseTheTokenWhileAnObserverRuns() async throws {
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

    @Test(.tags(.dc8))
    func continuationsAndDelaysMayUseADisposedToken() async throws {
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
