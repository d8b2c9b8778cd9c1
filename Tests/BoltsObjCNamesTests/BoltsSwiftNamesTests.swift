import BoltsObjCNames
import BoltsTasks
import Dispatch
import Foundation
import Testing

/// Each of Bolts-Swift's names does what its new one does.
///
/// Its `Task` is Swift's own now; ours is `BoltsTask`.
@Suite(.timeLimit(.minutes(5)))
struct BoltsSwiftNamesTests {
    @available(*, deprecated)
    @Test func creatingTasks() {
        #expect(BoltsTask(1).result == 1)
        #expect(BoltsTask<Int>.cancelledTask().cancelled)
        #expect(BoltsTask<Void>.emptyTask().completed)
        #expect(BoltsTask.execute { 2 }.result == 2)
        #expect(BoltsTask<Int>(.immediate, closure: { 3 }).result == 3)
        #expect(BoltsTask.executeWithTask { BoltsTask(4) }.result == 4)
        #expect(BoltsTask<Int>.execute { throw CancelledError() }.cancelled)
        #expect(BoltsTask<Int>.executeWithTask { throw anError }.faulted)
    }

    @available(*, deprecated)
    @Test func creatingTasks_theNewSpellingStaysTheOneThatIsFound() async throws {
        let started = BoltsTask(.immediate) { 1 }
        let async = BoltsTask { 2 }
        #expect(started.result == 1)
        #expect(try await async.value == 2)
    }

    @available(*, deprecated)
    @Test func continuing() {
        let failed = BoltsTask<Int>(error: anError)
        let chain =
            failed
            .continueOnSuccessWith { $0 + 1 }
            .continueOnErrorWith { (error: NSError) in error.code }
            .continueWithTask { task in BoltsTask(task.result! * 2) }
            .continueOnSuccessWithTask(.queue(DispatchQueue(label: "queue"))) { BoltsTask($0) }
        chain.waitUntilCompleted()
        #expect(chain.result == -2)
    }

    @available(*, deprecated)
    @Test func waitingForSeveral() {
        #expect(BoltsTask.whenAll(BoltsTask(1), BoltsTask(2)).completed)
        #expect(BoltsTask<Int>.whenAllResult(BoltsTask(1), BoltsTask(2)).result == [1, 2])
        #expect(BoltsTask.whenAny(BoltsTask<Int>.cancelledTask(), BoltsTask(2)).result == 2)
    }

    @available(*, deprecated)
    @Test func delays() async throws {
        #expect(BoltsTask<Void>.withDelay(-0.1).completed)
        try await BoltsTask<Void>.withDelay(0.001).value
    }

    @available(*, deprecated)
    @Test func executors() {
        let direct = BoltsExecutor.closure { work in work() }
        let escaping = BoltsExecutor.escapingClosure { work in work() }
        #expect(BoltsTask(1).continueWith(direct) { $0.result! + 1 }.result == 2)
        #expect(BoltsTask(1).continueWith(escaping) { $0.result! + 1 }.result == 2)
    }
}
