@testable import BoltsTasks
import Testing

@Suite(.timeLimit(.minutes(20))) struct ZipTests {
    @Test(.tags(.t7)) func zipReturnsResultsOfMixedTypes() {
        let name = TaskCompletionSource<String>()
        let both = BoltsTask.zip(name.task, BoltsTask(result: 42), BoltsTask(result: true))
        #expect(!both.isCompleted)
        name.set(result: "Ada")
        #expect(both.result?.0 == "Ada" && both.result?.1 == 42 && both.result?.2 == true)
        let failed = BoltsTask.zip(BoltsTask(result: 1), BoltsTask<String>(error: Fault(8)))
        #expect(failed.error as? Fault == Fault(8))
        #expect(BoltsTask.zip().isCompleted)
    }

    @Test(.tags(.t7)) func zipEndsAtTheFirstFailureAndLeavesTheOthers() {
        let endless = TaskCompletionSource<Int>()
        let name = TaskCompletionSource<String>()
        let both = BoltsTask.zip(endless.task, name.task)
        name.set(error: Fault(1))
        #expect(both.error as? Fault == Fault(1))
        #expect(!endless.task.isCompleted)
        endless.set(error: Fault(2))
        #expect(both.error as? Fault == Fault(1))
        #expect(BoltsTask.zip(TaskCompletionSource<Int>().task, BoltsTask<Int>.cancelled()).isFaulted)
        let pending = TaskCompletionSource<Int>()
        #expect(BoltsTask.zip(pending.task, BoltsTask<Int>.cancelled()).isCancelled)
        pending.set(result: 1)
    }

    @Test(.tags(.t7)) func zipThatHasEndedRetainsNothing() {
        final class Token: Sendable {}
        let endless = TaskCompletionSource<Token>()
        weak var retained: Token?
        do {
            let object = Token()
            retained = object
            let two = BoltsTask.zip(endless.task, BoltsTask(result: object), BoltsTask<Int>(error: Fault(1)))
            #expect(two.isFaulted)
        }
        #expect(retained == nil)
        endless.set(result: Token())
    }
}
