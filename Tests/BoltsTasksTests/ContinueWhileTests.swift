@testable import BoltsTasks
import Dispatch
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20))) struct ContinueWhileTests {
    @Test(.tags(.t12, .at10), arguments: [BoltsExecutor.default, .queue(.global())])
    func continueWhileRepeats(_ executor: BoltsExecutor) async throws {
        let count = Atomic<Int>(0)
        let loop = BoltsTask.continueWhile {
            count.load(ordering: .relaxed) < 10
        } body: {
            BoltsTask(executor) { _ = count.add(1, ordering: .relaxed) }
        }
        try await loop.value
        #expect(count.load(ordering: .relaxed) == 10)
        #expect(
            BoltsTask.continueWhile {
                throw Fault(1)
            } body: {
                BoltsTask(result: ())
            }.error as? Fault == Fault(1)
        )
        #expect(
            BoltsTask.continueWhile {
                true
            } body: {
                .cancelled()
            }.isCancelled
        )
    }
}
