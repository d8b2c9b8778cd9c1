import BoltsTasks
import BoltsTestSupport
import Foundation
import Testing

/// What went wrong in Bolts-ObjC's tasks, and cannot here; the numbers are those of `docs/conformance.md`.
@Suite(.timeLimit(.minutes(5)))
struct TaskDefectTests {
    let ran = Recorder<String>()

    @Test("D-T1 · tasks that complete each other from their continuations do not wait for each other")
    func D_T1() {
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
        for thread in threads { thread.waitOnAnotherThread() }
        #expect(one.task.result == 1 && other.task.result == 2)
    }

    @Test("D-T2 · waiting against completing: the waiter always wakes, and sees the end")
    func D_T2() async throws {
        for _ in 0..<200 {
            let source = TaskCompletionSource<Int>()
            let waited = TaskCompletionSource<Int?>()
            Thread {
                source.task.waitUntilCompleted()
                waited.set(result: source.task.result)
            }
            .start()
            source.set(result: 2)
            #expect(try await waited.task.value == 2)
        }
    }

    @Test("D-T3 · the main thread that waits for its own work gives up at its time limit")
    @MainActor func D_T3() async throws {
        let source = TaskCompletionSource<Int>()
        let task = source.task.continueWith(.mainThread) { _ in 2 }
        #expect(!completeElsewhereAndWait(source, for: task))
        #expect(try await task.value == 2)
    }

    /// Has another thread complete the source, and waits on this one, which is the only one that can end the task.
    @MainActor private func completeElsewhereAndWait(_ source: TaskCompletionSource<Int>, for task: BoltsTask<Int>)
        -> Bool
    {
        let completed = TaskCompletionSource<Void>()
        Thread {
            source.set(result: 1)
            completed.set(result: ())
        }
        .start()
        // What is done already is not waited for, on whichever thread.
        return completed.task.waitUntilCompleted() && source.task.waitUntilCompleted()
            && task.waitUntilCompleted(timeout: .milliseconds(20))
    }

    @Test("D-T4 · the immediate and the main thread's executors have a depth guard")
    @MainActor func D_T4() async throws {
        var chain = BoltsTask(result: 0)
        let source = TaskCompletionSource<Int>()
        chain = source.task
        for _ in 0..<20_000 { chain = chain.continueOnSuccessWith(.mainThread) { $0 + 1 } }
        for _ in 0..<20_000 { chain = chain.continueOnSuccessWith(.immediate) { $0 + 1 } }
        source.set(result: 0)
        #expect(try await chain.value == 40_000)
    }

    @Test("D-T5 · what a continuation throws is caught")
    func D_T5() {
        #expect(BoltsTask(result: 1).continueWith { _ -> Int in throw Fault(1) }.error as? Fault == Fault(1))
    }

    @Test("D-T7 · waiting for all and for any agree: failures beat cancellation")
    func D_T7() {
        let tasks = [BoltsTask<Int>.cancelled(), BoltsTask(error: Fault(1))]
        #expect(BoltsTask.whenAll(tasks).error as? Fault == Fault(1))
        #expect(BoltsTask.whenAllResult(tasks).error as? Fault == Fault(1))
        #expect(BoltsTask.whenAny(tasks).error as? Fault == Fault(1))
        #expect(BoltsTask.whenAny([BoltsTask<Int>.cancelled(), .cancelled()]).isCancelled)
    }

    @Test("D-T8 · which input failed is told, in input order")
    func D_T8() {
        let tasks = [BoltsTask<Int>(error: Fault(1)), BoltsTask(result: 2), BoltsTask(error: Fault(3))]
        #expect((BoltsTask.whenAll(tasks).error as? AggregateError)?.failures.map(\.index) == [0, 2])
    }

    @Test("D-T9 · the list that was given is read once, and a nil result is nil")
    func D_T9() {
        let source = TaskCompletionSource<Int?>()
        var tasks = [BoltsTask<Int?>(result: nil), source.task]
        let all = BoltsTask.whenAllResult(tasks)
        tasks.removeAll()
        source.set(result: 2)
        #expect(all.result == [nil, 2])
    }

    @Test("D-T10 · an abandoned source is told, and keeps nothing")
    func D_T10() {
        weak var seen: Canary?
        let task: BoltsTask<Void>
        do {
            let canary = Canary()
            seen = canary
            task = TaskCompletionSource<Int>().task.continueOnSuccessWith { _ in withExtendedLifetime(canary) {} }
        }
        #expect(task.error is AbandonedTaskError && seen == nil)
    }

    @Test("D-T11 · a continuation that returns its own task fails; an executor may run twice, or never")
    func D_T11() {
        let source = TaskCompletionSource<Int>()
        let own = Recorder<BoltsTask<Int>>()
        own.add(source.task.continueWithTask { _ in own.values[0] })
        source.set(result: 1)
        #expect(own.values[0].error as? TaskUsageError == .returnedItself)
        let twice = BoltsExecutor.custom { work in
            work()
            work()
        }
        #expect(source.task.continueWith(twice) { _ in ran.add("ran") }.isCompleted && ran.count == 1)
        #expect(source.task.continueWith(.custom { _ in }) { _ in 1 }.error is AbandonedTaskError)
    }

    @Test("D-T14 · the description tells the error")
    func D_T14() {
        #expect("\(BoltsTask<Int>(error: Fault(14)))".contains("Fault(number: 14)"))
    }
}

/// What went wrong in Bolts-Swift, and cannot here.
@Suite(.timeLimit(.minutes(5)))
struct SwiftDefectTests {
    @Test("D-S2 · a chain of skipped links does not use up the stack", arguments: [BoltsExecutor.default, .immediate])
    func D_S2(_ executor: BoltsExecutor) async {
        await onSmallStack {
            let source = TaskCompletionSource<Int>()
            var chain = source.task
            for _ in 0..<20_000 { chain = chain.continueOnSuccessWith(executor) { $0 + 1 } }
            source.set(error: Fault(2))
            #expect(chain.error as? Fault == Fault(2))
        }
    }

    @Test("D-S5 · cancellation hides no error, and any tells the winner")
    func D_S5() {
        let mixed = [BoltsTask<Int>.cancelled(), BoltsTask(error: Fault(5))]
        #expect(BoltsTask.whenAll(mixed).error as? Fault == Fault(5))
        #expect(BoltsTask.whenAny(mixed + [BoltsTask(result: 5)]).result == 5)
    }

    @Test("D-S6 · a cancellation error that is given is a cancellation, as one that is thrown")
    func D_S6() {
        let source = TaskCompletionSource<Int>()
        source.set(error: CancellationError())
        #expect(source.task.isCancelled && BoltsTask<Int>(error: CancellationError()).isCancelled)
        #expect(BoltsTask<Int>(.immediate) { throw CancellationError() }.isCancelled)
    }

    @Test("D-S7 · Swift's own Task is Swift's own where ours is imported")
    func D_S7() async throws {
        let work: Task<Int, Never> = Task { 7 }
        #expect(try await BoltsTask { await work.value }.value == 7)
    }

    @Test("D-S9 · how deep the default executor goes depends on the stack, not on a count kept per thread")
    func D_S9() async {
        await onSmallStack {
            // Far deeper than Bolts-Swift's 20, and still at once.
            var task = BoltsTask(result: 0)
            for _ in 0..<1_000 { task = task.continueOnSuccessWith { $0 + 1 } }
            #expect(task.result == 1_000)
        }
    }
}

extension BoltsTask {
    fileprivate func waitOnAnotherThread() { waitUntilCompleted() }
}
