import BoltsTasks
import BoltsTestSupport
import Foundation
import Testing

@Suite(.timeLimit(.minutes(20))) struct ContinuationTests {
    @Test(.tags(.t2)) func continuationsStartInRegistrationOrder() {
        let source = TaskCompletionSource<Int>()
        let order = Recorder<Int>()
        for number in 0..<100 {
            source.task.continueWith(number % 2 == 0 ? .immediate : .default) { _ in order.add(number) }
        }
        source.set(result: 0)
        #expect(order.values == Array(0..<100))
    }

    @Test(.tags(.t2)) func aContinuationMayCompleteAndExtendAnyTask() {
        // No lock is held while user code runs, so it may use the tasks that are completing.
        let first = TaskCompletionSource<Int>()
        let second = TaskCompletionSource<Int>()
        let order = Recorder<String>()
        first.task.continueWith { task in
            second.set(result: task.result ?? 0)
            first.task.continueWith { _ in order.add("added while completing") }
            order.add("first")
        }
        second.task.continueWith { _ in order.add("second") }
        first.set(result: 1)
        #expect(order.values == ["second", "added while completing", "first"])
    }

    /// A completed task starts a new continuation immediately, even if others wait.
    @Test(.tags(.t2)) func aContinuationAddedByARunningOneStartsBeforeThoseThatWait() {
        let source = TaskCompletionSource<Int>()
        let order = Recorder<Int>()
        source.task.continueWith { task in
            order.add(1)
            task.continueWith { _ in order.add(3) }
        }
        source.task.continueWith { _ in order.add(2) }
        source.set(result: 0)
        #expect(order.values == [1, 3, 2])
    }

    @Test(.tags(.t2)) func startedContinuationsAreReleased() {
        weak var seen: Canary?
        let source = TaskCompletionSource<Int>()
        let kept: BoltsTask<Int>
        do {
            let canary = Canary()
            seen = canary
            kept = source.task.continueOnSuccessWith { number in
                withExtendedLifetime(canary) { number }
            }
        }
        #expect(seen != nil)
        source.set(result: 1)
        #expect(kept.result == 1)
        #expect(seen == nil)
    }

    @Test(.tags(.t2)) func skippedContinuationsAreReleasedToo() {
        weak var seen: Canary?
        let source = TaskCompletionSource<Int>()
        let kept: [BoltsTask<Int>]
        do {
            let canary = Canary()
            seen = canary
            kept = [
                source.task.continueOnSuccessWith { number in withExtendedLifetime(canary) { number } },
                source.task.continueOnSuccessWithTask { number in
                    withExtendedLifetime(canary) { BoltsTask(result: number) }
                },
                source.task.continueOnErrorWith { (_: Fault) in withExtendedLifetime(canary) { 1 } },
            ]
        }
        source.cancel()
        #expect(kept.allSatisfy { $0.isCancelled })
        #expect(seen == nil)
    }

    @Test(.tags(.t3, .ot06)) func continuationsSeeEveryOutcome() {
        let ends = Recorder<String>()
        for task in [BoltsTask(result: 1), BoltsTask(error: Fault(2)), .cancelled()] {
            task.continueWith { ends.add($0.description) }
        }
        #expect(
            ends.values == [
                "BoltsTask<Int>(success: 1)", "BoltsTask<Int>(failure: Fault(number: 2))", "BoltsTask<Int>(cancelled)",
            ]
        )
    }

    @Test(.tags(.t3, .ot01, .ot17)) func aMixedChainRunsTheMatchingContinuations() {
        // Success continuations are skipped after an error; the others see it.
        let seen = Recorder<Int>()
        let end = BoltsTask<Int>(error: Fault(30))
            .continueOnSuccessWith { _ in 100 }
            .continueOnSuccessWith { _ in 100 }
            .continueWith { task -> Int in
                seen.add((task.error as? Fault)?.number ?? -1)
                throw Fault(31)
            }
            .continueOnSuccessWith { _ in 100 }
            .continueWithTask { task in
                seen.add((task.error as? Fault)?.number ?? -1)
                return BoltsTask(result: "okay")
            }
            .continueOnSuccessWith { $0 + "!" }
        #expect(end.result == "okay!")
        #expect(seen.values == [30, 31])
    }

    @Test(.tags(.t3, .st23, .st24)) func errorsAreCaughtByType() {
        struct Other: Error {}
        let fault = BoltsTask<Int>(error: Fault(4))
        #expect(fault.continueOnErrorWith { (fault: Fault) in fault.number }.result == 4)
        #expect(fault.continueOnErrorWith { (_: any Error) in 5 }.result == 5)
        #expect(fault.continueOnErrorWith { (_: Other) in 6 }.error as? Fault == Fault(4))
        #expect(fault.continueOnErrorWithTask { (_: Fault) in BoltsTask(result: 7) }.result == 7)
        #expect(BoltsTask(result: 1).continueOnErrorWith { (_: any Error) in 8 }.result == 1)
        let other = BoltsTask<Int>(error: NSError(domain: "BoltsTests", code: 9))
        #expect(other.continueOnErrorWith { (error: NSError) in error.code }.result == 9)
        // Cancellation is not an error.
        #expect(BoltsTask<Int>.cancelled().continueOnErrorWith { (_: any Error) in 9 }.isCancelled)
    }

    @Test(.tags(.t3)) func finallyPassesTheOutcomeOn() {
        let runs = Recorder<Int>()
        #expect(BoltsTask(result: 1).finally { runs.add(1) }.result == 1)
        #expect(BoltsTask<Int>(error: Fault(2)).finally { runs.add(2) }.error as? Fault == Fault(2))
        #expect(BoltsTask<Int>.cancelled().finally { runs.add(3) }.isCancelled)
        #expect(BoltsTask(result: 1).finally { throw Fault(4) }.error as? Fault == Fault(4))
        #expect(runs.values == [1, 2, 3])
    }

    @Test(.tags(.t3, .ot15, .ot18, .st19)) func returnedTasksAreUnwrapped() {
        let inner = TaskCompletionSource<String>()
        let outer = BoltsTask(result: 1).continueOnSuccessWithTask { _ in inner.task }
        #expect(!outer.isCompleted && outer !== inner.task)
        inner.set(result: "bar")
        #expect(outer.result == "bar")
        let completed = BoltsTask(result: 1).continueWithTask { _ in outer }
        #expect(completed !== outer && completed.result == "bar")
        let failed = BoltsTask(result: 1).continueWithTask { _ in BoltsTask<Int>(error: Fault(24)) }
        #expect(failed.error as? Fault == Fault(24))
        let cancelled = TaskCompletionSource<Int>()
        let behind = BoltsTask(result: 1).continueWithTask { _ in cancelled.task }
        cancelled.cancel()
        #expect(behind.isCancelled)
    }

    @Test(.tags(.t4)) func aSkippedContinuationTouchesNoExecutor() {
        let manual = ManualExecutor()
        let source = TaskCompletionSource<Int>()
        let skipped: [BoltsTask<Int>] = [
            source.task.continueOnSuccessWith(manual.executor) { $0 },
            source.task.continueOnSuccessWithTask(manual.executor) { BoltsTask(result: $0) },
            source.task.continueOnErrorWith(manual.executor) { (_: CancellationError) in 1 },
        ]
        source.set(error: Fault(1))
        #expect(manual.count == 0)
        #expect(skipped.allSatisfy { $0.error as? Fault == Fault(1) })
        let succeeded = BoltsTask(result: 3).continueOnErrorWith(manual.executor) { (_: any Error) in 4 }
        #expect(succeeded.result == 3 && manual.count == 0)
    }

    @Test(.tags(.t4)) func adoptingAReturnedTaskTouchesNoExecutor() {
        let manual = ManualExecutor()
        let inner = TaskCompletionSource<Int>()
        let task = BoltsTask(result: 1).continueOnSuccessWithTask(manual.executor) { _ in inner.task }
        #expect(manual.count == 1)
        manual.runAll()
        inner.set(result: 2)
        #expect(manual.count == 0 && task.result == 2)
    }

    @Test(.tags(.ot09, .ot10)) func aSourceCompletedByAnotherThreadRunsContinuations() async throws {
        let success = TaskCompletionSource<String>()
        let failure = TaskCompletionSource<String>()
        let result = success.task.continueWith { $0.result }
        let error = failure.task.continueWith { $0.error as? Fault }
        Thread {
            success.set(result: "bar")
            failure.set(error: Fault(23))
        }
        .start()
        #expect(try await result.value == "bar")
        #expect(try await error.value == Fault(23))
    }

    @Test(.tags(.ot11, .ot12, .ot13, .ot14)) func theNextContinuationSeesTheReturnedValueOrTask() {
        let ran = Recorder<String>()
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

    @Test(.tags(.st09, .st12, .st13)) func aReturnedTaskThatFailsOrThrowsEndsTheResult() {
        let start = BoltsTask(result: ())
        #expect(start.continueWithTask { _ in BoltsTask<Int>.cancelled() }.isCancelled)
        #expect(start.continueWithTask { _ -> BoltsTask<Int> in throw Fault(1) }.error as? Fault == Fault(1))
        #expect(start.continueWithTask { _ -> BoltsTask<Int> in throw CancellationError() }.isCancelled)
    }

    @Test(.tags(.st15, .st16)) func aContinuationRecoversFromErrorsAndCancellation() {
        for task in [BoltsTask<Int>(error: Fault(1)), .cancelled()] {
            let recovered = task.continueWith { _ in 1 }.continueOnSuccessWith { $0 + 1 }
            #expect(recovered.result == 2)
            #expect(task.continueWithTask { _ in BoltsTask(result: 3) }.result == 3)
        }
    }

    @Test(.tags(.st18)) func aContinuationThatReturnsNilSucceedsWithNil() {
        let task = BoltsTask(result: 1).continueWith { _ -> Int? in nil }
        #expect(task.isCompleted && !task.isFaulted && task.result == .some(nil))
    }

    @Test(.tags(.dt1)) func tasksThatCompleteEachOtherDoNotDeadlock() {
        let one = TaskCompletionSource<Int>()
        let other = TaskCompletionSource<Int>()
        one.task.continueWith { _ in other.trySet(result: 2) }
        other.task.continueWith { _ in one.trySet(result: 1) }
        let threads = [one, other].enumerated().map { number, source in
            let done = TaskCompletionSource<Void>()
            Thread {
                source.trySet(result: number + 1)
                done.set(result: ())
            }
            .start()
            return done.task
        }
        for thread in threads { thread.waitUntilCompleted() }
        #expect(one.task.result == 1 && other.task.result == 2)
    }
}
