import BoltsTasks
import Dispatch
import Testing

@Suite(.timeLimit(.minutes(20))) struct StartingTests {
    private func work(_ ran: Recorder<Int>) -> Int {
        ran.add(1)
        return 5
    }

    @Test(.tags(.t10)) func aSynchronousClosureRunsBeforeTheCallReturns() {
        let ran = Recorder<Int>()
        let task: BoltsTask<Int> = BoltsTask { [self] in work(ran) }
        #expect(task.result == 5 && ran.count == 1)
        let inferred = BoltsTask { [self] in work(ran) }
        #expect(inferred.result == 5 && ran.count == 2)
        #expect(BoltsTask { 5 }.result == 5)
        let failed = BoltsTask<Int> { throw Fault(1) }
        #expect(failed.error as? Fault == Fault(1))
    }

    @Test(.tags(.t9)) func aSynchronousClosureDoesNotRunWithACancelledToken() {
        let ran = Recorder<Int>()
        let source = CancellationTokenSource()
        source.cancel()
        let task = BoltsTask(cancellationToken: source.token) { [self] in work(ran) }
        #expect(task.isCancelled && ran.count == 0)
    }

    @Test(.tags(.t11)) func aClosureThatAwaitsRunsInASwiftTask() async throws {
        let task = BoltsTask { try await BoltsTask(result: 20).value + 1 }
        #expect(try await task.value == 21)
    }

    @Test(.tags(.t11)) func aClosureAsAResultIsStoredOnlyWithTheLabel() {
        let stored = BoltsTask<@Sendable () -> Int>(result: { 5 })
        #expect(stored.result?() == 5)
    }

    @Test(.tags(.st05, .st07, .st10)) func aTaskFromAClosureTakesItsResultOrError() {
        #expect(BoltsTask(.default) { "literal" }.result == "literal")
        #expect(BoltsTask<Int>(.immediate) { throw Fault(1) }.error as? Fault == Fault(1))
        #expect(BoltsTask<Int>(.default) { throw CancellationError() }.isCancelled)
    }

    @Test(.tags(.at03, .at04)) func workWhoseTokenIsCancelledBeforeOrDuringItIsCancelled() async throws {
        let (cancellation, ran) = (CancellationTokenSource(), Recorder<String>())
        let token = cancellation.token
        let during = BoltsTask<Int>(.queue(.global()), cancellationToken: .none) {
            cancellation.cancel()
            try token.throwIfCancellationRequested()
            return 1
        }
        await #expect(throws: CancellationError.self) { try await during.value }
        #expect(during.isCancelled)
        #expect(BoltsTask(.queue(.global()), cancellationToken: token) { ran.add("ran") }.isCancelled)
        #expect(ran.values.isEmpty)
    }
}
