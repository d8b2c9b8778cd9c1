@testable import BoltsTasks
import Testing

@Suite(.timeLimit(.minutes(20))) struct WhenAnyTests {
    @Test(.tags(.t7, .ot31, .ot32, .ot33, .ds5)) func whenAnyIsTheFirstSuccess() {
        let sources = (0..<3).map { _ in TaskCompletionSource<Int>() }
        let any = BoltsTask.whenAny(sources.map(\.task))
        sources[0].set(error: Fault(0))
        sources[1].cancel()
        #expect(!any.isCompleted)
        sources[2].set(result: 2)
        #expect(any.result == 2 && any.error == nil)
        let pending = TaskCompletionSource<Int>()
        #expect(BoltsTask.whenAny([pending.task, BoltsTask(result: 3)]).result == 3)
        #expect(!pending.task.isCompleted)
        pending.cancel()
    }

    @Test(.tags(.t7, .ot34, .ot36, .dt7)) func whenAnyWithoutASuccessFailsLikeWhenAll() {
        #expect(BoltsTask.whenAny([BoltsTask<Int>(error: Fault(1))]).error as? Fault == Fault(1))
        let several = BoltsTask.whenAny([BoltsTask<Int>(error: Fault(1)), .cancelled(), BoltsTask(error: Fault(2))])
        #expect((several.error as? AggregateError)?.failures.map(\.index) == [0, 2])
        let mixed = BoltsTask.whenAny([BoltsTask<Int>.cancelled(), BoltsTask(error: Fault(1))])
        #expect(mixed.error as? Fault == Fault(1))
        #expect(BoltsTask.whenAny([BoltsTask<Int>.cancelled(), .cancelled()]).isCancelled)
        #expect(BoltsTask<Int>.whenAny([]).error as? TaskUsageError == .nothingToWaitFor)
    }

    @Test(
        .tags(.t7, .st30, .st31, .st32, .at08),
        arguments: [.success(5), .failure(Fault(5)), .failure(CancellationError())] as [Result<Int, any Error>]
    )
    func whenFirstIsTheFirstTaskToComplete(_ outcome: Result<Int, any Error>) {
        let sources = (0..<20).map { _ in TaskCompletionSource<Int>() }
        let first = BoltsTask.whenFirst(sources.map(\.task))
        #expect(!first.isCompleted)
        sources[5].set(outcome)
        for (number, source) in sources.enumerated() where number != 5 { source.set(result: number) }
        #expect(first.result?.index == 5 && first.result?.task === sources[5].task)
        #expect("\(sources[5].task.outcome!)" == "\(outcome)")
    }

    @Test(.tags(.t7)) func whenFirstOfNoTasksFails() {
        #expect(BoltsTask<Int>.whenFirst([]).error as? TaskUsageError == .nothingToWaitFor)
    }

    @Test(.tags(.t7)) func losersThatNeverCompleteRetainNothing() {
        weak var seen: BoltsTask<Int>?
        let never = TaskCompletionSource<Int>()
        do {
            let winner = TaskCompletionSource<Int>()
            let any = BoltsTask.whenAny([never.task, winner.task])
            winner.set(result: 1)
            seen = any
            #expect(any.result == 1)
        }
        #expect(seen == nil)
        never.set(result: 0)
    }
}
