@testable import BoltsTasks
import BoltsTestSupport
import Testing

/// Tests sources that another task completes.
@Suite(.timeLimit(.minutes(20))) struct SourceCompletionTests {
    @Test(
        .tags(.t1),
        arguments: [.success(1), .failure(Fault(2)), .failure(CancellationError())] as [Result<Int, any Error>]
    )
    func aSourceCompletesLikeTheOtherTask(_ outcome: Result<Int, any Error>) {
        for isComplete in [true, false] {
            let (other, source) = (TaskCompletionSource<Int>(), TaskCompletionSource<Int>())
            if isComplete { other.set(outcome) }
            source.complete(with: other.task)
            #expect(source.task.isCompleted == isComplete)
            other.trySet(outcome)
            #expect("\(source.task.outcome!)" == "\(outcome)")
        }
    }

    @Test(.tags(.t1)) func theFirstCompletionWins() {
        let (one, other, source) = (
            TaskCompletionSource<Int>(), TaskCompletionSource<Int>(), TaskCompletionSource<Int>()
        )
        source.complete(with: one.task)
        source.complete(with: other.task)
        other.set(result: 2)
        #expect(source.task.result == 2)
        one.set(result: 1)
        #expect(source.task.result == 2)
        source.complete(with: BoltsTask(result: 3))
        #expect(source.task.result == 2)
        #expect(!source.trySet(result: 4))
    }

    @Test(.tags(.t1)) func theWaitKeepsASourceUntilItsTaskIsComplete() {
        let other = TaskCompletionSource<Int>()
        weak var kept: TaskCompletionSource<Int>?
        let task: BoltsTask<Int>
        do {
            let source = TaskCompletionSource<Int>()
            (kept, task) = (source, source.task)
            source.complete(with: other.task)
        }
        #expect(kept != nil && !task.isCompleted)
        kept?.set(result: 1)
        #expect(kept == nil && task.result == 1)
        other.set(result: 2)
    }

    @Test(.tags(.t6)) func aSourceThatIsCompletedWithItsOwnTaskFails() {
        let source = TaskCompletionSource<Int>()
        source.complete(with: source.task)
        #expect(source.task.error as? TaskUsageError == .completedWithItself)
        #expect("\(TaskUsageError.completedWithItself)".contains("pass another task"))
    }

    @Test(.tags(.t6)) func anotherTaskThatIsAbandonedFailsTheSource() {
        let source = TaskCompletionSource<Int>()
        source.complete(with: TaskCompletionSource<Int>().task)
        #expect(source.task.error is AbandonedTaskError)
    }
}
