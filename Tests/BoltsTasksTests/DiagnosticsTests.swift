@testable import BoltsTasks
import BoltsTestSupport
import Testing

/// The tests are serialized, and each runs in its own process, because diagnostics are global.
@Suite(.serialized, .timeLimit(.minutes(20))) struct DiagnosticsTests {
    #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    @Test(.tags(.t12)) func theDumpShowsWhatEachTaskWaitsFor() async {
        await #expect(processExitsWith: .success) {
            TaskDiagnostics.startTracking()
            let download = TaskCompletionSource<String>()
            download.task.named("download")
            let measure = download.task.continueOnSuccessWith { $0.count }.named("measure")
            let inner = TaskCompletionSource<Int>()
            inner.task.named("inner")
            let outer = BoltsTask(result: 1).continueOnSuccessWithTask { _ in inner.task }.named("outer \"1\"")
            let all = BoltsTask.whenAll([measure, outer]).named("all")
            let snapshot = TaskDiagnostics.snapshot()
            precondition(snapshot.tasks.count == 5, snapshot.description)
            precondition(snapshot.waits("all") == ["measure", "outer \"1\""], snapshot.description)
            precondition(snapshot.waits("measure") == ["download"], snapshot.description)
            precondition(snapshot.waits("outer \"1\"") == ["inner"], snapshot.description)
            precondition(snapshot.task("measure")?.kind == .continuation)
            precondition(snapshot.task("inner")?.kind == .source)
            precondition(snapshot.task("all")?.kind == .whenAll)
            download.set(result: "abc")
            inner.set(result: 2)
            precondition(all.isCompleted && TaskDiagnostics.snapshot().tasks.isEmpty)
        }
    }

    @Test(.tags(.t12)) func aTaskAtAReusedAddressIsNotMistakenForTheOldOne() async {
        await #expect(processExitsWith: .success) {
            TaskDiagnostics.startTracking()
            let inner = TaskCompletionSource<Int>()
            func wait() -> BoltsTask<Int> {
                let first = TaskCompletionSource<Int>()
                let waiting = first.task.continueOnSuccessWithTask { _ in inner.task }.named("waiting")
                first.set(result: 1)
                return waiting
            }
            let waiting = wait()
            // One of these tasks has the address of a released one.
            let others = (0..<20).map { _ in TaskCompletionSource<Int>() }
            for other in others { other.task.named("other") }
            precondition(TaskDiagnostics.snapshot().waits("waiting") == ["source"], "\(TaskDiagnostics.snapshot())")
            withExtendedLifetime((waiting, others)) {}
        }
    }

    @Test(.tags(.t12)) func nothingIsTrackedUnlessTrackingIsOn() async {
        await #expect(processExitsWith: .success) {
            let source = TaskCompletionSource<Int>()
            let task = source.task.continueOnSuccessWith { $0 }.named("quiet")
            precondition(TaskDiagnostics.snapshot().tasks.isEmpty)
            TaskDiagnostics.startTracking()
            let tracked = source.task.continueOnSuccessWith { $0 }
            precondition(TaskDiagnostics.snapshot().tasks.count == 2)
            TaskDiagnostics.stopTracking()
            precondition(TaskDiagnostics.snapshot().tasks.isEmpty)
            source.set(result: 1)
            _ = (task, tracked)
        }
    }

    @Test(.tags(.t12, .at07)) func unobservedFailuresAreReported() async {
        await #expect(processExitsWith: .success) {
            let told = Recorder<String>()
            TaskDiagnostics.onUnobservedFailure { told.add("\($0)") }
            // These failures are observed, in every possible way.
            do {
                _ = BoltsTask<Int>(error: Fault(1)).error
                _ = BoltsTask<Int>(error: Fault(2)).outcome
                _ = BoltsTask<Int>(error: Fault(3)).isFaulted
                BoltsTask<Int>(error: Fault(4)).continueOnErrorWith { (_: Fault) in 0 }
                _ = BoltsTask.whenAll([BoltsTask<Int>(error: Fault(5))]).error
                _ = try? await BoltsTask<Int>(error: Fault(6)).value
                _ = BoltsTask(result: 1).continueOnSuccessWithTask { _ in BoltsTask<Int>(error: Fault(7)) }.error
                _ = BoltsTask<Int>.cancelled()
            }
            precondition(told.values.isEmpty, "\(told.values)")
            // The failure is passed on, and lost with the last continuation.
            do { BoltsTask<Int>(error: Fault(8)).continueOnSuccessWith { $0 }.named("last link") }
            precondition(
                told.values == ["nobody observed the failure of last link: Fault(number: 8)"],
                "\(told.values)"
            )
            TaskDiagnostics.onUnobservedFailure(nil)
            do { _ = BoltsTask<Int>(error: Fault(9)) }
            precondition(told.values.count == 1)
        }
    }

    /// Internal clean-up continuations do not count as observers.
    @Test(.tags(.t12)) func internalWaitsDoNotObserveFailures() async {
        await #expect(processExitsWith: .success) {
            let told = Recorder<String>()
            let source = CancellationTokenSource()
            TaskDiagnostics.onUnobservedFailure { told.add("\($0.error)") }
            do { _ = BoltsTask<Int>(.default, cancellationToken: source.token) { throw Fault(1) } }
            precondition(told.values == ["Fault(number: 1)"], "\(told.values)")

            let released = TaskCompletionSource<Void>()
            do {
                let canary = ReleaseSignal(released)
                _ = BoltsTask<Int>(cancellationToken: source.token) { () async throws -> Int in
                    defer { withExtendedLifetime(canary) {} }
                    throw Fault(2)
                }
            }
            _ = try? await released.task.value
            await eventually("two failures are told") { told.count >= 2 }
            precondition(told.values[1] == "Fault(number: 2)", "\(told.values)")

            let clock = ManualClock()
            let endless = TaskCompletionSource<Int>()
            do {
                let limited = endless.task.timeout(after: .seconds(1), clock: clock)
                await clock.waitForSleepers(1)
                clock.advance(by: .seconds(1))
                await eventually("the time limit has its effect") { limited.isCompleted }
            }
            await eventually("three failures are told") { told.count >= 3 }
            precondition(told.values[2].contains("did not complete within"), "\(told.values)")
        }
    }
    #endif
}

/// Completes a source when it is released.
private final class ReleaseSignal: Sendable {
    private let source: TaskCompletionSource<Void>

    init(_ source: TaskCompletionSource<Void>) { self.source = source }

    deinit { source.trySet() }
}
