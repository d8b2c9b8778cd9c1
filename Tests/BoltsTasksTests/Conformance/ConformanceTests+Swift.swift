import BoltsTasks
import BoltsTestSupport
import Foundation
import Testing

// MARK: - Cases of Bolts-Swift's suite

extension ConformanceTests {
    @Test(.tags(.st02, .st03, .sc01, .sc02, .sc03))
    func exactlyOneStateFlagIsSet() {
        let pending = TaskCompletionSource<Int>()
        #expect(!pending.task.isCompleted && !pending.task.isFaulted && !pending.task.isCancelled)
        #expect(pending.task.result == nil && pending.task.error == nil && pending.task.outcome == nil)
        pending.set(result: 1)
        #expect(pending.task.isCompleted && !pending.task.isFaulted && pending.task.result == 1)
        let failed = BoltsTask<Int>(error: Fault(1))
        #expect(failed.isCompleted && failed.isFaulted && !failed.isCancelled)
        #expect(failed.error as? Fault == Fault(1) && failed.result == nil)
        let cancelled = BoltsTask<Int>.cancelled()
        #expect(cancelled.isCompleted && cancelled.isCancelled && !cancelled.isFaulted)
        #expect(cancelled.result == nil && cancelled.error == nil)
    }

    @Test(.tags(.st05, .st07, .st10))
    func aTaskFromAClosureTakesItsResultOrError() {
        #expect(BoltsTask(.default) { "literal" }.result == "literal")
        #expect(BoltsTask<Int>(.immediate) { throw Fault(1) }.error as? Fault == Fault(1))
        #expect(BoltsTask<Int>(.default) { throw CancellationError() }.isCancelled)
    }

    @Test(.tags(.st09, .st12, .st13))
    func aTaskFromAClosureThatReturnsATask() {
        let start = BoltsTask(result: ())
        #expect(start.continueWithTask { _ in BoltsTask<Int>.cancelled() }.isCancelled)
        #expect(start.continueWithTask { _ -> BoltsTask<Int> in throw Fault(1) }.error as? Fault == Fault(1))
        #expect(start.continueWithTask { _ -> BoltsTask<Int> in throw CancellationError() }.isCancelled)
    }

    @Test(.tags(.st15, .st16))
    func aContinuationRecoversFromErrorsAndCancellation() {
        for task in [BoltsTask<Int>(error: Fault(1)), .cancelled()] {
            let recovered = task.continueWith { _ in 1 }.continueOnSuccessWith { $0 + 1 }
            #expect(recovered.result == 2)
            #expect(task.continueWithTask { _ in BoltsTask(result: 3) }.result == 3)
        }
    }

    @Test(.tags(.st18))
    func aContinuationThatReturnsNilSucceedsWithNil() {
        let task = BoltsTask(result: 1).continueWith { _ -> Int? in nil }
        #expect(task.isCompleted && !task.isFaulted && task.result == .some(nil))
    }

    @Test(.tags(.st19))
    func adoptingATaskGivesANewTaskWithTheSameResult() {
        let other = BoltsTask(result: 5)
        let task = BoltsTask(result: 1).continueWithTask { _ in other }
        #expect(task !== other && task.result == 5)
    }

    @Test(.tags(.st21, .st22))
    func fiveContinuationsRunInOrderOnAnyExecutor() async throws {
        for executor in [BoltsExecutor.default, .immediate, .queue(.global())] {
            let order = Recorder<Int>()
            var chain = BoltsTask(result: ())
            for number in 1...5 { chain = chain.continueWith(executor) { _ in order.add(number) } }
            try await chain.value
            #expect(order.values == [1, 2, 3, 4, 5])
        }
    }

    @Test(.tags(.st23, .st24))
    func errorContinuationsRecoverFromAnyTypeOrOne() {
        let failed = BoltsTask<Int>(error: NSError(domain: "BoltsTests", code: 9))
        #expect(failed.continueOnErrorWith { (_: any Error) in 1 }.result == 1)
        #expect(failed.continueOnErrorWith { (error: NSError) in error.code }.result == 9)
        #expect(failed.continueOnErrorWith { (_: Fault) in 1 }.isFaulted)
        #expect(BoltsTask<Int>.cancelled().continueOnErrorWith { (_: any Error) in 1 }.isCancelled)
    }
}

// MARK: - Cases of Bolts-Android's suite, and gaps in all of them

extension ConformanceTests {
    @Test(.tags(.at12))
    func anExecutorThatDropsItsWorkFailsTheTask() {
        let throwing = BoltsExecutor.custom(name: "dead") { _ in }
        let start = BoltsTask(result: 1)
        #expect(start.continueWith(throwing) { _ in 1 }.error is AbandonedTaskError)
        #expect(start.continueWithTask(throwing) { _ in BoltsTask(result: 1) }.error is AbandonedTaskError)
        #expect(BoltsTask(throwing) { 1 }.error is AbandonedTaskError)
    }

    @Test(.tags(.gx09))
    func errorsComeInInputOrder() {
        let sources = (0..<3).map { _ in TaskCompletionSource<Int>() }
        let all = BoltsTask.whenAll(sources.map(\.task))
        for number in [2, 0, 1] { sources[number].set(error: Fault(number)) }
        #expect((all.error as? AggregateError)?.errors as? [Fault] == [Fault(0), Fault(1), Fault(2)])
    }

    @Test(.tags(.gx13, .ds3))
    func aPendingTaskAndItsContinuationAreReleased() {
        weak var seen: Canary?
        do {
            let canary = Canary()
            seen = canary
            let source = TaskCompletionSource<Int>()
            source.task.continueWith { _ in withExtendedLifetime(canary) {} }
        }
        #expect(seen == nil)
    }
}
