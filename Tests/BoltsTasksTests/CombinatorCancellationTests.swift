import BoltsTasks
import BoltsTestSupport
import Testing

/// Tests that the token of every combinator ends only the wait.
@Suite(.timeLimit(.minutes(20))) struct CombinatorCancellationTests {
    enum Combinator: CaseIterable, Sendable {
        case whenAll, whenAllOfTwo, whenAllResult, whenAllSettled, whenAllMixed, whenAny, whenFirst, whenAllSucceed,
            timeout

        /// Waits for the tasks; the result shows only how the wait ended.
        func wait(for tasks: [BoltsTask<Int>], _ token: CancellationToken) -> BoltsTask<Void> {
            switch self {
            case .whenAll: BoltsTask.whenAll(tasks, cancellationToken: token)
            case .whenAllOfTwo: BoltsTask.whenAll(tasks[0], tasks[1], cancellationToken: token)
            case .whenAllResult: discard(BoltsTask.whenAllResult(tasks, cancellationToken: token))
            case .whenAllSettled: discard(BoltsTask.whenAllSettled(tasks, cancellationToken: token))
            case .whenAllMixed:
                discard(
                    BoltsTask.zip(tasks[0], tasks[1].continueOnSuccessWith { "\($0)" }, cancellationToken: token)
                )
            case .whenAny: discard(BoltsTask.whenAny(tasks, cancellationToken: token))
            case .whenFirst: discard(BoltsTask.whenFirst(tasks, cancellationToken: token))
            case .whenAllSucceed: discard(BoltsTask.whenAllSucceed(tasks, cancellationToken: token))
            case .timeout:
                discard(tasks[0].timeout(after: .seconds(1), clock: ManualClock(), cancellationToken: token))
            }
        }

        private func discard(_ task: BoltsTask<some Sendable>) -> BoltsTask<Void> {
            task.continueOnSuccessWith { _ in }
        }
    }

    @Test(.tags(.t7, .t9), arguments: Combinator.allCases)
    func theTokenCancelsTheResultAndLeavesTheTasks(_ combinator: Combinator) {
        let sources = (0..<2).map { _ in TaskCompletionSource<Int>() }
        let token = CancellationTokenSource()
        let result = combinator.wait(for: sources.map(\.task), token.token)
        #expect(!result.isCompleted)
        token.cancel()
        #expect(result.isCancelled && sources.allSatisfy { !$0.task.isCompleted })
        for source in sources { #expect(source.trySet(result: 1)) }
    }

    @Test(.tags(.t7, .t9), arguments: Combinator.allCases)
    func aCancelledTokenCancelsTheResultImmediately(_ combinator: Combinator) {
        let sources = (0..<2).map { _ in TaskCompletionSource<Int>() }
        let token = CancellationTokenSource()
        token.cancel()
        let result = combinator.wait(for: sources.map(\.task), token.token)
        #expect(result.isCancelled)
        withExtendedLifetime(sources) {}
    }

    /// A combinator with a cancelled token never succeeds, whatever the tasks did before.
    @Test(.tags(.t9, .t16), arguments: Combinator.allCases)
    func aCancelledTokenCancelsTheResultOfCompletedTasks(_ combinator: Combinator) {
        let token = CancellationTokenSource()
        token.cancel()
        let result = combinator.wait(for: [BoltsTask(result: 1), BoltsTask(result: 2)], token.token)
        #expect(result.isCancelled)
    }

    @Test(.tags(.t9, .t16)) func aCancelledTokenCancelsTheResultWithoutTasks() {
        let source = CancellationTokenSource()
        source.cancel()
        let token = source.token
        #expect(BoltsTask<Int>.whenAllSucceed([], cancellationToken: token).isCancelled)
        #expect(BoltsTask<Int>.whenAllResult([], cancellationToken: token).isCancelled)
        #expect(BoltsTask<Int>.whenAllSettled([], cancellationToken: token).isCancelled)
        #expect(BoltsTask<Int>.whenAll([BoltsTask<Int>](), cancellationToken: token).isCancelled)
        #expect(BoltsTask.zip(cancellationToken: token).isCancelled)
    }

    @Test(.tags(.t9, .t16)) func workThatCancelsTheTokenDoesNotSucceed() {
        let source = CancellationTokenSource()
        let result = BoltsTask<Int>.timeout(after: .seconds(1), cancellationToken: source.token) { _ in
            source.cancel()
            return BoltsTask(result: 1)
        }
        #expect(result.isCancelled)
    }

    @Test(.tags(.t7, .t9), arguments: Combinator.allCases)
    func theTasksCompleteTheResultOfACombinatorWithAToken(_ combinator: Combinator) {
        let sources = (0..<2).map { _ in TaskCompletionSource<Int>() }
        let token = CancellationTokenSource()
        let result = combinator.wait(for: sources.map(\.task), token.token)
        sources[1].set(result: 1)
        sources[0].set(result: 0)
        #expect(result.isCompleted && !result.isCancelled)
        token.cancel()
        #expect(!result.isCancelled)
    }

    /// An observer that was registered before the combinator is notified first, and completes the tasks.
    @Test(.tags(.t7, .t9, .t16), arguments: Combinator.allCases)
    func tasksThatAnObserverCompletesDoNotSaveACancelledResult(_ combinator: Combinator) {
        let sources = (0..<2).map { _ in TaskCompletionSource<Int>() }
        let token = CancellationTokenSource()
        token.token.register { for source in sources.reversed() { source.set(result: 1) } }
        let result = combinator.wait(for: sources.map(\.task), token.token)
        token.cancel()
        #expect(result.isCancelled)
    }

    @Test(.tags(.t7), arguments: [false, true]) func whenAllSucceedEndsWithTheFirstFailure(isCancelled: Bool) {
        let sources = (0..<3).map { _ in TaskCompletionSource<Int>() }
        let all = BoltsTask.whenAllSucceed(sources.map(\.task))
        sources[2].set(result: 2)
        #expect(!all.isCompleted)
        sources[1].set(error: isCancelled ? CancellationError() : Fault(1))
        #expect(isCancelled ? all.isCancelled : all.error as? Fault == Fault(1))
        #expect(!sources[0].task.isCompleted)
        sources[0].set(error: Fault(2))
        #expect(isCancelled ? all.isCancelled : all.error as? Fault == Fault(1))
    }

    @Test(.tags(.t7)) func whenAllSucceedGivesTheResultsInInputOrder() {
        let sources = (0..<3).map { _ in TaskCompletionSource<Int>() }
        let all = BoltsTask.whenAllSucceed(sources.map(\.task))
        for index in [2, 0, 1] { sources[index].set(result: index) }
        #expect(all.result == [0, 1, 2])
        #expect(BoltsTask<Int>.whenAllSucceed([]).result == [])
        let failed = BoltsTask.whenAllSucceed([BoltsTask<Int>(error: Fault(1)), TaskCompletionSource<Int>().task])
        #expect(failed.error as? Fault == Fault(1))
    }

    @Test(.tags(.t7, .t9)) func aWaitThatWasGivenUpRetainsNothing() {
        let endless = TaskCompletionSource<Int>()
        weak var seen: Canary?
        for combinator in Combinator.allCases {
            let token = CancellationTokenSource()
            do {
                let canary = Canary()
                seen = canary
                combinator.wait(for: [endless.task, endless.task], token.token)
                    .continueWith { _ in withExtendedLifetime(canary) {} }
            }
            #expect(seen != nil)
            token.cancel()
            #expect(seen == nil, "\(combinator)")
        }
        endless.cancel()
    }
}
