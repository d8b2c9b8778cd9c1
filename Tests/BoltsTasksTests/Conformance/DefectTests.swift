import BoltsTasks
import Foundation
import Testing

/// Defects of Bolts-ObjC's tasks that this library does not have; their numbers are in `docs/conformance.md`.
@Suite(.timeLimit(.minutes(20)))
struct TaskDefectTests {
    let ran = Recorder<String>()

    @Test(.tags(.dt1))
    func tasksThatCompleteEachOtherDoNotDeadlock() {
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

    @Test(.tags(.dt2))
    func aWaiterAlwaysWakesWhenTheTaskCompletes() async throws {
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

    @Test(.tags(.dt3))
    @MainActor func theMainThreadGivesUpWaitingAtItsTimeLimit() async throws {
        let source = TaskCompletionSource<Int>()
        let task = source.task.continueWith(on: .mainThread) { _ in 2 }
        #expect(!completeElsewhereAndWait(source, for: task))
        #expect(try await task.value == 2)
    }

    /// Completes the source from another thread while this thread waits.
    @MainActor private func completeElsewhereAndWait(_ source: TaskCompletionSource<Int>, for task: BoltsTask<Int>)
        -> Bool
    {
        let completed = TaskCompletionSource<Void>()
        Thread {
            source.set(result: 1)
            completed.set(result: ())
        }
        .start()
        // A completed task is not waited for, on any thread.
        return completed.task.waitUntilCompleted() && source.task.waitUntilCompleted()
            && task.waitUntilCompleted(timeout: .milliseconds(20))
    }

    @Test(.tags(.dt4))
    @MainActor func immediateAndMainThreadExecutorsDoNotOverflowTheStack() async throws {
        var chain = BoltsTask(result: 0)
        let source = TaskCompletionSource<Int>()
        chain = source.task
        for _ in 0..<20_000 { chain = chain.continueOnSuccessWith(on: .mainThread) { $0 + 1 } }
        for _ in 0..<20_000 { chain = chain.continueOnSuccessWith(.immediate) { $0 + 1 } }
        source.set(result: 0)
        #expect(try await chain.value == 40_000)
    }

    @Test(.tags(.dt9))
    func theSequenceIsReadOnceAndANilResultStaysNil() {
        let source = TaskCompletionSource<Int?>()
        var tasks = [BoltsTask<Int?>(result: nil), source.task]
        let all = BoltsTask.whenAllResult(tasks)
        tasks.removeAll()
        source.set(result: 2)
        #expect(all.result == [nil, 2])
    }

    @Test(.tags(.dt10, .gx13))
    func anAbandonedSourceFailsItsTaskAndLeaksNothing() {
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

/// Defects of Bolts-Swift that this library does not have.
@Suite(.timeLimit(.minutes(20)))
struct SwiftDefectTests {
    @Test(.tags(.ds7))
    func swiftsTaskIsNotShadowed() async throws {
        let work: Task<Int, Never> = Task { 7 }
        #expect(try await BoltsTask { await work.value }.value == 7)
    }

    @Test(.tags(.ds9))
    func theDefaultExecutorsDepthDependsOnTheStack() async {
        await onSmallStack {
            // Far deeper than Bolts-Swift's 20 levels, and still synchronous.
            var task = BoltsTask(result: 0)
            for _ in 0..<1_000 { task = task.continueOnSuccessWith { $0 + 1 } }
            #expect(task.result == 1_000)
        }
    }
}

extension BoltsTask {
    fileprivate func waitOnAnotherThread() { waitUntilCompleted() }
}
