import BoltsTasks
import Testing

/// Tests that a task in a value whose type does not show it is waited for; Swift 5's closures, of `Any?`, are in `OldCodeTests`.
@Suite(.timeLimit(.minutes(20))) struct ReturnedTaskTests {
    private typealias Anything = (any Sendable)?

    /// The results of each way to run a closure that is declared to return anything, after a task with the outcome that the way
    /// needs.
    private static func results(returning value: @escaping @Sendable () -> Anything) -> [BoltsTask<Anything>] {
        let (done, failed) = (BoltsTask(result: 1), BoltsTask<Anything>(error: Fault(1)))
        let token = CancellationTokenSource()
        return [
            done.continueWith { _ -> Anything in value() },
            done.continueOnSuccessWith { _ -> Anything in value() },
            failed.continueOnErrorWith { (_: Fault) -> Anything in value() },
            done.continueWith(.immediate, cancellationToken: token.token) { _ -> Anything in value() },
            done.then { _ -> Anything in value() },
            failed.recover { _ -> Anything in value() },
            failed.recover(from: Fault.self) { _ -> Anything in value() },
            done.always { _ -> Anything in value() },
            BoltsTask(.immediate) { () -> Anything in value() },
        ]
    }

    @Test(.tags(.t3)) func aTaskInAValueOfAnyTypeIsWaitedFor() {
        let source = TaskCompletionSource<String>()
        let results = Self.results { source.task }
        #expect(results.allSatisfy { !$0.isCompleted })
        source.set(result: "done")
        #expect(results.allSatisfy { $0.text == "done" })
    }

    @Test(.tags(.t3)) func theErrorOfATaskInAValueOfAnyTypeIsNotLost() {
        let results = Self.results { BoltsTask<String>(error: Fault(9)) }
        #expect(results.allSatisfy { $0.error as? Fault == Fault(9) })
        #expect(Self.results { BoltsTask<String>.cancelled() }.allSatisfy { $0.isCancelled })
    }

    @Test(.tags(.t3)) func otherValuesAreTheResult() {
        let results = Self.results { "text" } + Self.results { nil }
        #expect(results.allSatisfy { $0.isCompleted })
        #expect(results.filter { $0.text == "text" }.count == results.count / 2)
        let nested = Self.results { BoltsTask<Anything>(result: nil).result }
        #expect(nested.allSatisfy { $0.text == nil && $0.isCompleted })
    }

    @Test(.tags(.t9)) func aTokenCancelsTheWaitForATaskInAValue() {
        let (source, token) = (TaskCompletionSource<Int>(), CancellationTokenSource())
        let result = BoltsTask(result: 1).continueWith(cancellationToken: token.token) { _ -> Anything in source.task }
        #expect(!result.isCompleted)
        token.cancel()
        #expect(result.isCancelled && !source.task.isCompleted)
        source.set(result: 1)
    }

    @Test(.tags(.t3)) func anOptionalThatIsAskedForStaysOne() {
        let task = BoltsTask(result: 1).continueWith { _ -> [any Sendable] in [BoltsTask(result: 2)] }
        #expect(task.result?.count == 1)
    }
}

extension BoltsTask where Success == (any Sendable)? {
    fileprivate var text: String? { result.flatMap { $0 } as? String }
}
