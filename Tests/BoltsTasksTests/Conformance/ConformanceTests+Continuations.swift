import BoltsFoundation
import BoltsTasks
import BoltsTestSupport
import Foundation
import Testing

/// The cases of Bolts' own test suites, whose numbers are in `docs/conformance.md`.
@Suite(.timeLimit(.minutes(20)))
struct ConformanceTests {
    let clock = ManualClock()
    let cancellation = CancellationTokenSource()
    let ran = Recorder<String>()

    /// A task that stays pending until the test advances the clock.
    var delay: BoltsTask<Void> { BoltsTask.withDelay(.milliseconds(100), clock: clock) }

    /// Runs work on another thread.
    func later(_ work: @escaping @Sendable () -> Void) { Thread { work() }.start() }
}

// MARK: - Continuations

extension ConformanceTests {
    @Test(.tags(.ot01))
    func aSuccessContinuationSeesTheResult() {
        #expect(BoltsTask(result: "foo").continueOnSuccessWith { $0 + "!" }.result == "foo!")
    }

    @Test(.tags(.ot02))
    func aContinuationOfADelayRuns() async throws {
        let task = delay.continueOnSuccessWith(.immediate) { ran.add("block") }
        #expect(!task.isCompleted)
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(100))
        try await task.value
        #expect(ran.values == ["block"])
        #expect(task.isCompleted && !task.isFaulted && !task.isCancelled && task.error == nil)
    }

    @Test(.tags(.ot03, .ot04, .ot07))
    func cancellingTheTokenCancelsAWaitingContinuation() {
        let delay = delay
        let tasks = [
            delay.continueOnSuccessWith(cancellationToken: cancellation.token) { ran.add("OT03") },
            delay.continueOnSuccessWith(.immediate, cancellationToken: cancellation.token) { ran.add("OT04") },
            delay.continueWith(.immediate, cancellationToken: cancellation.token) { _ in ran.add("OT07") },
        ]
        cancellation.cancel()
        #expect(tasks.allSatisfy { $0.isCancelled } && ran.values.isEmpty)
    }

    @Test(.tags(.ot05, .ot08))
    func aCancelledTokenCancelsWithoutRunningTheClosure() {
        cancellation.cancel()
        let task = BoltsTask(result: "foo")
        #expect(task.continueOnSuccessWith(cancellationToken: cancellation.token) { ran.add($0) }.isCancelled)
        #expect(task.continueWith(cancellationToken: cancellation.token) { _ in ran.add("plain") }.isCancelled)
        #expect(ran.values.isEmpty)
    }

    @Test(.tags(.ot06))
    func aContinuationSeesTheError() {
        let seen = BoltsTask<Int>(error: Fault(22)).continueWith { $0.error as? Fault }
        #expect(seen.result == Fault(22))
    }

    @Test(.tags(.ot09, .ot10))
    func aSourceCompletedByAnotherThreadRunsContinuations() async throws {
        let success = TaskCompletionSource<String>()
        let failure = TaskCompletionSource<String>()
        let result = success.task.continueWith { $0.result }
        let error = failure.task.continueWith { $0.error as? Fault }
        later {
            success.set(result: "bar")
            failure.set(error: Fault(23))
        }
        #expect(try await result.value == "bar")
        #expect(try await error.value == Fault(23))
    }

    @Test(.tags(.ot11, .ot12, .ot13, .ot14))
    func theNextContinuationSeesTheReturnedValueOrTask() {
        let succeeded = BoltsTask(result: "foo")
        let failed = BoltsTask<String>(error: Fault(23))
        for task in [succeeded, failed] {
            let byValue = task.continueWith { seen -> String in
                ran.add(seen.result ?? "\(String(describing: seen.error))")
                return "bar"
            }
            let byTask = task.continueWithTask { _ in BoltsTask(result: "bar") }
            #expect(byValue.continueWith { $0.result }.result == "bar")
            #expect(byTask.continueWith { $0.result }.result == "bar")
        }
        #expect(ran.values.first == "foo")
    }

    @Test(.tags(.ot15))
    func aReturnedTaskThatFailedFailsTheResult() {
        let task = BoltsTask(result: "foo").continueWithTask { _ in BoltsTask<String>(error: Fault(24)) }
        #expect(task.continueWith { $0.error as? Fault }.result == Fault(24))
    }

    @Test(.tags(.ot17))
    func aMixedChainSkipsSuccessContinuationsAfterAnError() {
        let chain = BoltsTask<String>(error: Fault(30))
            .continueOnSuccessWith { _ in ran.add("skipped 1") }
            .continueOnSuccessWith { _ in ran.add("skipped 2") }
            .continueWith { task -> Void in
                ran.add("\((task.error as? Fault)?.number ?? 0)")
                throw Fault(31)
            }
            .continueOnSuccessWith { ran.add("skipped 3") }
            .continueWithTask { task in
                ran.add("\((task.error as? Fault)?.number ?? 0)")
                return BoltsTask(result: "okay")
            }
            .continueOnSuccessWith { ran.add($0) }
        #expect(chain.isCompleted && ran.values == ["30", "31", "okay"])
    }

    @Test(.tags(.ot18))
    func cancellingTheReturnedTaskCancelsTheResult() {
        let source = TaskCompletionSource<Int>()
        let outer = BoltsTask(result: ()).continueWithTask { _ in source.task }
        #expect(!outer.isCompleted)
        source.cancel()
        #expect(outer.isCancelled)
    }

    @Test(.tags(.ot40))
    func aTaskWithAnExecutorRunsThere() async throws {
        let key = DispatchSpecificKey<String>()
        let queue = DispatchQueue(label: "there")
        queue.setSpecific(key: key, value: "foo")
        #expect(try await BoltsTask(.queue(queue)) { DispatchQueue.getSpecific(key: key) }.value == "foo")
    }

    @Test(.tags(.ot42))
    func cancellingTheTokenInsideTheClosureCancelsTheResult() {
        let inner = TaskCompletionSource<Int>()
        let (cancellation, source) = (cancellation, TaskCompletionSource<Void>())
        let outer = source.task.continueWithTask(cancellationToken: cancellation.token) { _ in
            cancellation.cancel()
            return inner.task
        }
        source.set(result: ())
        #expect(outer.isCancelled && !inner.task.isCompleted)
        inner.set(result: 1)
        #expect(outer.isCancelled)
    }
}

// MARK: - Sources, waiting, descriptions

extension ConformanceTests {
    @Test(.tags(.ot41))
    func theDescriptionSaysHowTheTaskCompleted() {
        #expect(BoltsTask<Int?>(result: nil).description.contains("success: nil"))
        let source = TaskCompletionSource<Int>()
        #expect(source.task.description.contains("pending"))
        source.cancel()
        #expect(BoltsTask<Int>.cancelled().description.contains("cancelled"))
        #expect(BoltsTask<Int>(error: Fault(7)).description.contains("Fault(number: 7)"))
    }

    @Test(.tags(.ot44, .ot46, .ot48, .otx8, .sc05, .sc06, .sc07, .sc09, .sc10))
    func theFirstCompletionWins() {
        let result = TaskCompletionSource<String>()
        #expect(result.trySet(result: "a") && !result.trySet(result: "b") && !result.trySet(error: Fault(1)))
        #expect(!result.tryCancel() && result.task.result == "a")
        let error = TaskCompletionSource<String>()
        #expect(error.trySet(error: Fault(1)) && !error.trySet(error: Fault(2)) && !error.tryCancel())
        #expect(error.task.isFaulted && error.task.error as? Fault == Fault(1))
        let cancelled = TaskCompletionSource<String>()
        #expect(cancelled.tryCancel() && !cancelled.tryCancel() && !cancelled.trySet(result: "a"))
        #expect(cancelled.task.isCancelled && cancelled.task.error == nil)
    }

    @Test(.tags(.ot49, .ot50, .st33, .st35, .at05, .at06))
    func anyNumberOfThreadsMayWaitForAnyOutcome() async throws {
        let source = TaskCompletionSource<Int>()
        let chain = source.task.continueOnSuccessWith { $0 + 1 }.continueOnSuccessWith { $0 + 1 }
        let waited = (0..<3).map { _ in TaskCompletionSource<Bool>() }
        for one in waited { later { one.set(result: chain.waitUntilCompleted()) } }
        later { source.set(result: 1) }
        for one in waited { #expect(try await one.task.value) }
        #expect(chain.result == 3)
        await onSmallStack {
            #expect(chain.waitUntilCompleted() && chain.waitUntilCompleted(timeout: .zero))
            #expect(BoltsTask<Int>(.queue(.global())) { throw Fault(1) }.waitUntilCompleted())
            #expect(BoltsTask<Int>(.queue(.global())) { throw CancellationError() }.waitUntilCompleted())
            let never = TaskCompletionSource<Int>()
            #expect(!never.task.waitUntilCompleted(timeout: .milliseconds(1)))
            never.cancel()
        }
    }

    @Test(.tags(.otx1, .otx2))
    func throwingFailsTheResultAndSourcesTakeAnyError() {
        let thrown = BoltsTask(result: 1).continueWith { _ -> Int in throw Fault(1) }
        #expect(thrown.error as? Fault == Fault(1))
        let source = TaskCompletionSource<Int>()
        source.set(error: Fault(2))
        #expect(source.task.error as? Fault == Fault(2))
    }

    #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    @Test(.tags(.ot43, .at13, .ds8))
    func settingASecondResultStopsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            let source = TaskCompletionSource<String>()
            source.set(result: "a")
            source.set(result: "b")
        }
    }

    @Test(.tags(.ot45, .otx7, .at13, .ds8))
    func settingASecondErrorStopsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            let source = TaskCompletionSource<String>()
            source.set(error: Fault(1))
            source.set(error: Fault(2))
        }
    }

    @Test(.tags(.ot47, .at13, .ds8))
    func cancellingASecondTimeStopsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            let source = TaskCompletionSource<String>()
            source.cancel()
            source.cancel()
        }
    }
    #endif
}
