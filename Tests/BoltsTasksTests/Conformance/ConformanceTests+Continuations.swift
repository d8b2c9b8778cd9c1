import BoltsFoundation
import BoltsTasks
import BoltsTestSupport
import Foundation
import Testing

/// What Bolts' own suites asked of tasks, by the number of the case in `docs/conformance.md`.
@Suite(.timeLimit(.minutes(5)))
struct ConformanceTests {
    let clock = ManualClock()
    let cancellation = CancellationTokenSource()
    let ran = Recorder<String>()

    /// A task that stays pending for as long as the test does not move the clock.
    var delay: BoltsTask<Void> { BoltsTask.withDelay(.milliseconds(100), clock: clock) }

    /// Completes what waits, from a thread of its own.
    func later(_ work: @escaping @Sendable () -> Void) { Thread { work() }.start() }
}

// MARK: - Continuations

extension ConformanceTests {
    @Test("OT01 · a success continuation on a finished task sees its result")
    func OT01() {
        #expect(BoltsTask(result: "foo").continueOnSuccessWith { $0 + "!" }.result == "foo!")
    }

    @Test("OT02 · a continuation of a delay runs and succeeds with nothing")
    func OT02() async throws {
        let task = delay.continueOnSuccessWith(.immediate) { ran.add("block") }
        #expect(!task.isCompleted)
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(100))
        try await task.value
        #expect(ran.values == ["block"])
        #expect(task.isCompleted && !task.isFaulted && !task.isCancelled && task.error == nil)
    }

    @Test("OT03 OT04 OT07 · cancelling the token of a waiting continuation cancels it, on every executor")
    func OT03() {
        let delay = delay
        let tasks = [
            delay.continueOnSuccessWith(cancellationToken: cancellation.token) { ran.add("OT03") },
            delay.continueOnSuccessWith(.immediate, cancellationToken: cancellation.token) { ran.add("OT04") },
            delay.continueWith(.immediate, cancellationToken: cancellation.token) { _ in ran.add("OT07") },
        ]
        cancellation.cancel()
        #expect(tasks.allSatisfy { $0.isCancelled } && ran.values.isEmpty)
    }

    @Test("OT05 OT08 · a token that is cancelled already cancels at once, without running the block")
    func OT05() {
        cancellation.cancel()
        let task = BoltsTask(result: "foo")
        #expect(task.continueOnSuccessWith(cancellationToken: cancellation.token) { ran.add($0) }.isCancelled)
        #expect(task.continueWith(cancellationToken: cancellation.token) { _ in ran.add("plain") }.isCancelled)
        #expect(ran.values.isEmpty)
    }

    @Test("OT06 · a continuation of a faulted task sees its error")
    func OT06() {
        let seen = BoltsTask<Int>(error: Fault(22)).continueWith { $0.error as? Fault }
        #expect(seen.result == Fault(22))
    }

    @Test("OT09 OT10 · a source completed later, by another thread")
    func OT09() async throws {
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

    @Test("OT11 OT12 OT13 OT14 · what one continuation returns, value or task, the next one sees")
    func OT11() {
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

    @Test("OT15 · a faulted task that is returned faults the result")
    func OT15() {
        let task = BoltsTask(result: "foo").continueWithTask { _ in BoltsTask<String>(error: Fault(24)) }
        #expect(task.continueWith { $0.error as? Fault }.result == Fault(24))
    }

    @Test("OT17 · a long mixed chain skips what is behind an error")
    func OT17() {
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

    @Test("OT18 · cancelling a returned task cancels the result")
    func OT18() {
        let source = TaskCompletionSource<Int>()
        let outer = BoltsTask(result: ()).continueWithTask { _ in source.task }
        #expect(!outer.isCompleted)
        source.cancel()
        #expect(outer.isCancelled)
    }

    @Test("OT40 · a task from an executor runs there")
    func OT40() async throws {
        let key = DispatchSpecificKey<String>()
        let queue = DispatchQueue(label: "there")
        queue.setSpecific(key: key, value: "foo")
        #expect(try await BoltsTask(.queue(queue)) { DispatchQueue.getSpecific(key: key) }.value == "foo")
    }

    @Test("OT42 · cancelling the token inside the block cancels the adoption of what it returns")
    func OT42() {
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
    @Test("OT41 · the description says how the task ended, the error included")
    func OT41() {
        #expect(BoltsTask<Int?>(result: nil).description.contains("success: nil"))
        let source = TaskCompletionSource<Int>()
        #expect(source.task.description.contains("pending"))
        source.cancel()
        #expect(BoltsTask<Int>.cancelled().description.contains("cancelled"))
        #expect(BoltsTask<Int>(error: Fault(7)).description.contains("Fault(number: 7)"))
    }

    @Test("OT44 OT46 OT48 OTx8 SC05 SC06 SC07 SC09 SC10 · the first try wins, and the others change nothing")
    func OT44() {
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

    @Test("OT49 OT50 ST33 ST35 AT05 AT06 · any number of threads wait, for any end, more than once")
    func OT49() async throws {
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

    @Test("OTx1 OTx2 · a throw faults the result, and a source takes any error")
    func OTx1() {
        let thrown = BoltsTask(result: 1).continueWith { _ -> Int in throw Fault(1) }
        #expect(thrown.error as? Fault == Fault(1))
        let source = TaskCompletionSource<Int>()
        source.set(error: Fault(2))
        #expect(source.task.error as? Fault == Fault(2))
    }

    #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    @Test("OT43 AT13 · setting a second result stops the program")
    func OT43() async {
        await #expect(processExitsWith: .failure) {
            let source = TaskCompletionSource<String>()
            source.set(result: "a")
            source.set(result: "b")
        }
    }

    @Test("OT45 OTx7 AT13 · setting a second error stops the program")
    func OT45() async {
        await #expect(processExitsWith: .failure) {
            let source = TaskCompletionSource<String>()
            source.set(error: Fault(1))
            source.set(error: Fault(2))
        }
    }

    @Test("OT47 AT13 · cancelling a second time stops the program")
    func OT47() async {
        await #expect(processExitsWith: .failure) {
            let source = TaskCompletionSource<String>()
            source.cancel()
            source.cancel()
        }
    }
    #endif
}
