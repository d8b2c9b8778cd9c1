import BoltsTasks
import BoltsTestSupport
import Foundation
import Testing

// MARK: - What Bolts-Swift's suite adds

extension ConformanceTests {
    @Test("ST02 ST03 SC01 SC02 SC03 · each state shows as that state only")
    func ST02() {
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

    @Test("ST05 ST07 ST10 · a task from a closure takes what it returns or throws")
    func ST05() {
        #expect(BoltsTask(.default) { "literal" }.result == "literal")
        #expect(BoltsTask<Int>(.immediate) { throw Fault(1) }.error as? Fault == Fault(1))
        #expect(BoltsTask<Int>(.default) { throw CancellationError() }.isCancelled)
    }

    @Test("ST09 ST12 ST13 · a task from a closure that returns a task")
    func ST09() {
        let start = BoltsTask(result: ())
        #expect(start.continueWithTask { _ in BoltsTask<Int>.cancelled() }.isCancelled)
        #expect(start.continueWithTask { _ -> BoltsTask<Int> in throw Fault(1) }.error as? Fault == Fault(1))
        #expect(start.continueWithTask { _ -> BoltsTask<Int> in throw CancellationError() }.isCancelled)
    }

    @Test("ST15 ST16 · a continuation recovers a chain from an error and from cancellation")
    func ST15() {
        for task in [BoltsTask<Int>(error: Fault(1)), .cancelled()] {
            let recovered = task.continueWith { _ in 1 }.continueOnSuccessWith { $0 + 1 }
            #expect(recovered.result == 2)
            #expect(task.continueWithTask { _ in BoltsTask(result: 3) }.result == 3)
        }
    }

    @Test("ST18 · a continuation that returns nil succeeds with nil")
    func ST18() {
        let task = BoltsTask(result: 1).continueWith { _ -> Int? in nil }
        #expect(task.isCompleted && !task.isFaulted && task.result == .some(nil))
    }

    @Test("ST19 · adopting another task gives a task of its own with the same result")
    func ST19() {
        let other = BoltsTask(result: 5)
        let task = BoltsTask(result: 1).continueWithTask { _ in other }
        #expect(task !== other && task.result == 5)
    }

    @Test("ST21 ST22 · five links run in order, on any executor")
    func ST21() async throws {
        for executor in [BoltsExecutor.default, .immediate, .queue(.global())] {
            let order = Recorder<Int>()
            var chain = BoltsTask(result: ())
            for number in 1...5 { chain = chain.continueWith(executor) { _ in order.add(number) } }
            try await chain.value
            #expect(order.values == [1, 2, 3, 4, 5])
        }
    }

    @Test("ST23 ST24 · errors are recovered from, of any type or of one")
    func ST23() {
        let failed = BoltsTask<Int>(error: NSError(domain: "BoltsTests", code: 9))
        #expect(failed.continueOnErrorWith { (_: any Error) in 1 }.result == 1)
        #expect(failed.continueOnErrorWith { (error: NSError) in error.code }.result == 9)
        #expect(failed.continueOnErrorWith { (_: Fault) in 1 }.isFaulted)
        #expect(BoltsTask<Int>.cancelled().continueOnErrorWith { (_: any Error) in 1 }.isCancelled)
    }
}

// MARK: - What Bolts-Android's suite adds, and none has

extension ConformanceTests {
    @Test("AT12 · an executor that does not run its work fails the task instead of hanging it")
    func AT12() {
        let throwing = BoltsExecutor.custom(name: "dead") { _ in }
        let start = BoltsTask(result: 1)
        #expect(start.continueWith(throwing) { _ in 1 }.error is AbandonedTaskError)
        #expect(start.continueWithTask(throwing) { _ in BoltsTask(result: 1) }.error is AbandonedTaskError)
        #expect(BoltsTask(throwing) { 1 }.error is AbandonedTaskError)
    }

    @Test("GX09 · errors come in input order, whatever the order of the ends")
    func GX09() {
        let sources = (0..<3).map { _ in TaskCompletionSource<Int>() }
        let all = BoltsTask.whenAll(sources.map(\.task))
        for number in [2, 0, 1] { sources[number].set(error: Fault(number)) }
        #expect((all.error as? AggregateError)?.errors as? [Fault] == [Fault(0), Fault(1), Fault(2)])
    }

    @Test("GX13 · a pending task and its continuation that nobody completes are released")
    func GX13() {
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
