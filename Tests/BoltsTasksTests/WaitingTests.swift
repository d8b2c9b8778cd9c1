import BoltsTasks
import Foundation
import Testing

/// Tests threads that block in `waitUntilCompleted`.
@Suite(.timeLimit(.minutes(20))) struct WaitingTests {
    @Test(.tags(.ot49, .ot50, .st33, .st35, .at05, .at06)) func anyNumberOfThreadsMayWaitForAnyOutcome() async throws {
        let source = TaskCompletionSource<Int>()
        let chain = source.task.continueOnSuccessWith { $0 + 1 }.continueOnSuccessWith { $0 + 1 }
        let waited = (0..<3).map { _ in TaskCompletionSource<Bool>() }
        for one in waited { Thread { one.set(result: chain.waitUntilCompleted()) }.start() }
        Thread { source.set(result: 1) }.start()
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

    @Test(.tags(.dt2)) func aWaiterAlwaysWakesWhenTheTaskCompletes() async throws {
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

    @Test(.tags(.dt3)) @MainActor func theMainThreadGivesUpWaitingAtItsTimeLimit() async throws {
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
        // A completed task causes no wait, on any thread.
        return completed.task.waitUntilCompleted() && source.task.waitUntilCompleted()
            && task.waitUntilCompleted(timeout: .milliseconds(20))
    }
}
