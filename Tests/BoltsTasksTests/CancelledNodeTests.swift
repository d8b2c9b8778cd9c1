@testable import BoltsTasks
import BoltsTestSupport
import Testing

/// Tests nodes that a token cancelled.
///
/// Such a node is still in its upstream task's list, or on its way to an executor, while its own continuations run.
@Suite(.timeLimit(.minutes(20))) struct CancelledNodeTests {
    /// Continuations of `task` that have continuations of their own.
    private func grow(from task: BoltsTask<Int>, _ ran: Recorder<String>) {
        for branch in ["first", "second", "third"] {
            task.continueWith { _ in ran.add(branch) }.continueWith { _ in ran.add("after the \(branch)") }
        }
    }

    private let branches = ["first", "after the first", "second", "after the second", "third", "after the third"]

    @Test(.tags(.t9)) func cancellingOneContinuationKeepsItsSiblings() {
        let source = TaskCompletionSource<Int>()
        let token = CancellationTokenSource()
        let before = (0..<3).map { index in source.task.continueOnSuccessWith { $0 + index } }
        let cancelled = source.task.continueOnSuccessWith(cancellationToken: token.token) { $0 }
        let after = (0..<3).map { index in source.task.continueOnSuccessWith { $0 + index } }
        let ran = Recorder<String>()
        grow(from: cancelled, ran)
        token.cancel()
        #expect(cancelled.isCancelled)
        #expect(ran.values == branches)
        source.set(result: 10)
        #expect(before.map(\.result) == [10, 11, 12])
        #expect(after.map(\.result) == [10, 11, 12])
    }

    @Test(.tags(.t9)) func aContinuationThatIsQueuedOnAnExecutorIsCancelled() {
        let executor = ManualExecutor()
        let source = TaskCompletionSource<Int>()
        let token = CancellationTokenSource()
        let cancelled = source.task.continueOnSuccessWith(executor.executor, cancellationToken: token.token) { $0 }
        let ran = Recorder<String>()
        grow(from: cancelled, ran)
        source.set(result: 1)
        token.cancel()
        #expect(cancelled.isCancelled)
        #expect(ran.values == branches)
        executor.runAll()
        #expect(cancelled.isCancelled)
    }

    @Test(.tags(.t9)) func cancellingOneOfSeveralWaitsForAReturnedTaskKeepsTheOthers() {
        let inner = TaskCompletionSource<Int>()
        let token = CancellationTokenSource()
        let before = inner.task.continueOnSuccessWith { $0 }
        let cancelled = BoltsTask(result: 0).continueOnSuccessWithTask(cancellationToken: token.token) { _ in inner.task
        }
        let ran = Recorder<String>()
        grow(from: cancelled, ran)
        token.cancel()
        #expect(cancelled.isCancelled)
        #expect(ran.values == branches)
        inner.set(result: 7)
        #expect(before.result == 7)
    }
}
