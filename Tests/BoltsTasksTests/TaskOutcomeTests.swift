import BoltsTasks
import Foundation
import Dispatch
import Testing

@Suite struct TaskOutcomeTests {
    @Test(.tags(.t1, .ot41, .sc01)) func aFreshTaskIsPending() {
        let source = TaskCompletionSource<Int>()
        let task = source.task
        #expect(!task.isCompleted && !task.isFaulted && !task.isCancelled)
        #expect(task.result == nil && task.error == nil && task.outcome == nil)
        #expect(task.description == "BoltsTask<Int>(pending)")
        source.tryCancel()
    }

    @Test(.tags(.t1, .ot41, .dt14, .st02, .st03, .sc02, .sc03)) func eachOutcomeSetsOneState() {
        let success = BoltsTask(result: 5)
        #expect(success.isCompleted && !success.isFaulted && !success.isCancelled && success.result == 5)
        #expect(success.description == "BoltsTask<Int>(success: 5)")
        #expect(BoltsTask<Int?>(result: nil).description.contains("success: nil"))
        let failure = BoltsTask<Int>(error: Fault(22))
        #expect(failure.isCompleted && failure.isFaulted && !failure.isCancelled)
        #expect(failure.error as? Fault == Fault(22) && failure.result == nil)
        #expect(failure.description == "BoltsTask<Int>(failure: Fault(number: 22))")
        let cancelled = BoltsTask<Int>.cancelled()
        #expect(cancelled.isCompleted && !cancelled.isFaulted && cancelled.isCancelled)
        #expect(cancelled.error == nil && cancelled.result == nil)
        #expect(cancelled.description == "BoltsTask<Int>(cancelled)")
    }

    @Test(.tags(.t1)) func printingAndDumpingShowNoInternals() {
        let source = TaskCompletionSource<Int>()
        let node = source.task.continueOnSuccessWith { $0 + 1 }
        func dumped(_ task: BoltsTask<Int>) -> String {
            var text = ""
            dump(task, to: &text)
            return text
        }
        #expect("\(node)" == "BoltsTask<Int>(pending)" && String(reflecting: node) == "BoltsTask<Int>(pending)")
        #expect(dumped(node).contains("BoltsTask<Int>(pending)"))
        source.set(result: 1)
        #expect(String(reflecting: node) == "BoltsTask<Int>(success: 2)")
        #expect(dumped(node).contains("- result: 2"))
        let failed = BoltsTask<Int>(error: Fault(3)).continueWithTask { $0 }
        #expect(String(reflecting: failed) == "BoltsTask<Int>(failure: Fault(number: 3))")
        #expect(dumped(failed).contains("number: 3") && dumped(.cancelled()).contains("cancelled"))
        for text in [dumped(node), dumped(failed)] {
            #expect(!text.contains("Node") && !text.contains("_TaskCore") && !text.contains("operation"), "\(text)")
        }
    }

    // The dynamic type of a task is often a subclass, whose name must not be visible.
    @Test(.tags(.t1)) func theTypeOfEveryTaskIsPrintedAsBoltsTask() {
        let source = TaskCompletionSource<Int>()
        let start = source.task
        let tasks: [BoltsTask<Int>] = [
            start, BoltsTask(result: 1), BoltsTask(error: Fault(1)), .cancelled(),
            BoltsTask(.immediate) { 1 },
            BoltsTask {
                await Task.yield()
                return 1
            },
            start.continueWith { _ in 1 }, start.continueWithTask { $0 }, start.continueOnSuccessWith { $0 },
            start.continueOnSuccessWithTask { _ in start }, start.continueOnErrorWith { (_: Fault) in 1 },
            start.continueOnErrorWithTask { (_: Fault) in start }, start.finally {},
            start.continueWith(on: .mainThread) { _ in 1 }, start.continueOnSuccessWith(on: .mainThread) { $0 },
            start.continueOnSuccessWith(.queue(.global())) { $0 },
            BoltsTask.whenAny([start]), BoltsTask.retry { _ in start },
            BoltsTask.timeout(after: .seconds(60)) { _ in start },
            BoltsTask.whenAllResult([start, start]).continueOnSuccessWith { $0.count },
        ]
        for (number, task) in tasks.enumerated() {
            #expect("\(type(of: task))" == "BoltsTask<Int>", "task \(number)")
        }
        #expect("\(type(of: BoltsTask.whenAll([start])))" == "BoltsTask<()>")
        #expect("\(type(of: BoltsTask.whenAllResult([start])))" == "BoltsTask<Array<Int>>")
        #expect("\(type(of: BoltsTask.zip(start, start)))" == "BoltsTask<(Int, Int)>")
        #expect(
            "\(type(of: BoltsTask.continueWhile(predicate: { false }, body: { start.continueWith { _ in } })))"
                == "BoltsTask<()>"
        )
        source.set(result: 1)
    }

    @Test(.tags(.t1, .ot44, .ot46, .ot48, .otx8, .sc05, .sc06, .sc07, .sc09, .sc10)) func theFirstCompletionWins() {
        let source = TaskCompletionSource<Int>()
        #expect(source.trySet(result: 1))
        #expect(!source.trySet(result: 2))
        #expect(!source.trySet(error: Fault(1)))
        #expect(!source.tryCancel())
        #expect(source.task.result == 1)
        let failed = TaskCompletionSource<Int>()
        #expect(failed.trySet(error: Fault(3)))
        #expect(!failed.trySet(result: 2))
        #expect(!failed.trySet(error: Fault(4)))
        #expect(!failed.tryCancel())
        #expect(failed.task.error as? Fault == Fault(3))
        let cancelled = TaskCompletionSource<Int>()
        #expect(cancelled.tryCancel())
        #expect(!cancelled.trySet(result: 2))
        #expect(!cancelled.tryCancel())
        #expect(cancelled.task.isCancelled)
    }

    @Test(.tags(.t1)) func aSourceAcceptsAResultValue() {
        let (good, bad, cancelled) = (
            TaskCompletionSource<Int>(), TaskCompletionSource<Int>(), TaskCompletionSource<Int>()
        )
        good.set(.success(1))
        bad.set(.failure(Fault(2)))
        cancelled.set(.failure(CancellationError()))
        #expect(good.task.result == 1 && bad.task.error as? Fault == Fault(2) && cancelled.task.isCancelled)
    }

    @Test(.tags(.t1)) func aVoidSourceNeedsNoResult() {
        let source = TaskCompletionSource<Void>()
        source.set()
        #expect(source.task.isCompleted && !source.task.isFaulted && !source.task.isCancelled)
        #expect(!source.trySet())
        #expect(TaskCompletionSource<Void>().trySet())
    }

    #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    @Test(
        .tags(.t1, .ot43, .ot45, .ot47, .otx7, .at13, .ds8),
        arguments: ["a result", "an error", "a cancellation"]
    )
    func completingASecondTimeStopsTheProgram(with what: String) async {
        await #expect(processExitsWith: .failure) { [what] in
            let source = TaskCompletionSource<String>()
            for _ in 0..<2 {
                switch what {
                case "a result": source.set(result: "a")
                case "an error": source.set(error: Fault(1))
                default: source.cancel()
                }
            }
        }
    }

    @Test(.tags(.t1, .dt12)) func settingTwiceStopsTheProgramAndNamesBothPlaces() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let source = TaskCompletionSource<Int>()
            source.set(result: 1, file: "App/First.swift", line: 11)
            source.set(error: Fault(2), file: "App/Second.swift", line: 22)
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("set(error:) at App/Second.swift:22"))
        #expect(message.contains("completed at App/First.swift:11"))
    }
    #endif

    @Test(.tags(.t1, .gx12), .timeLimit(.minutes(20))) func readingDoesNotWaitForRunningContinuations() async throws {
        // A continuation blocks on another thread while this one reads its upstream task.
        let source = TaskCompletionSource<Int>()
        let entered = TaskCompletionSource<Void>()
        let release = TaskCompletionSource<Void>()
        let blocked = source.task.continueOnSuccessWith { number in
            entered.set(result: ())
            release.task.waitUntilCompleted()
            return number
        }
        // The continuation blocks, which no thread of Swift's concurrency may do.
        Thread.detachNewThread { source.set(result: 7) }
        try await entered.task.value
        #expect(source.task.result == 7 && source.task.isCompleted && !blocked.isCompleted)
        release.set(result: ())
        #expect(try await blocked.value == 7)
    }

    @Test(.tags(.t3, .otx1, .otx2, .dt5, .ds6)) func aThrownOrSetErrorFailsAndACancellationErrorCancels() {
        let thrown = BoltsTask(result: 1).continueOnSuccessWith { _ -> Int in throw CancellationError() }
        #expect(thrown.isCancelled && thrown.error == nil)
        let source = TaskCompletionSource<Int>()
        source.set(error: CancellationError())
        #expect(source.task.isCancelled)
        #expect(BoltsTask<Int>(error: CancellationError()).isCancelled)
        for fault in [
            BoltsTask(result: 1).continueOnSuccessWith { _ -> Int in throw Fault(9) },
            BoltsTask(result: 1).continueWith { _ -> Int in throw Fault(9) },
        ] {
            #expect(fault.error as? Fault == Fault(9))
        }
        let failed = TaskCompletionSource<Int>()
        failed.set(error: Fault(2))
        #expect(failed.task.error as? Fault == Fault(2))
    }

    @Test(.tags(.t6, .gx02, .dt11)) func aContinuationThatReturnsItsOwnResultFails() {
        let source = TaskCompletionSource<Int>()
        let own = Recorder<BoltsTask<Int>>()
        let task = source.task.continueWithTask { _ in own.values[0] }
        own.add(task)
        source.set(result: 1)
        #expect(task.error as? TaskUsageError == .returnedItself)
    }

    @Test(.tags(.t6, .ds3)) func aDroppedSourceFailsItsTask() throws {
        func drop() -> (BoltsTask<Int>, BoltsTask<Int>) {
            let source = TaskCompletionSource<Int>(file: "App/Loader.swift", line: 42)
            return (source.task, source.task.continueOnSuccessWith { $0 + 1 })
        }
        let (task, chained) = drop()
        let error = try #require(task.error as? AbandonedTaskError)
        #expect(error.file == "App/Loader.swift" && error.line == 42)
        #expect("\(error)".contains("App/Loader.swift:42"))
        #expect(chained.error as? AbandonedTaskError == error)
    }

    @Test(.tags(.dt10, .gx13)) func anAbandonedSourceFailsItsTaskAndLeaksNothing() {
        weak var seen: Canary?
        let task: BoltsTask<Void>
        do {
            let canary = Canary()
            seen = canary
            task = TaskCompletionSource<Int>().task.continueOnSuccessWith { _ in withExtendedLifetime(canary) {} }
        }
        #expect(task.error is AbandonedTaskError && seen == nil)
    }
}
