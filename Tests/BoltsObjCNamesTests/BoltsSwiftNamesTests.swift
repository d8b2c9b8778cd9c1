import BoltsObjCNames
import BoltsTasks
import Dispatch
import Foundation
import Testing

/// Tests that Bolts-Swift's names do what they did; its `Task` is `BoltsTask` here.
@Suite(.timeLimit(.minutes(20))) struct BoltsSwiftNamesTests {
    @available(*, deprecated)
    @Test func factoryMethodsCreateTasks() {
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
    @Test func newInitializersWinOverOldOnes() async throws {
        let started = BoltsTask(.immediate) { 1 }
        let async = BoltsTask { 2 }
        #expect(started.result == 1)
        #expect(try await async.value == 2)
    }

    @available(*, deprecated)
    @Test func continuationsChain() {
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
    @Test func whenAllCollectsResults() {
        #expect(BoltsTask.whenAll(BoltsTask(1), BoltsTask(2)).completed)
        #expect(BoltsTask<Int>.whenAllResult(BoltsTask(1), BoltsTask(2)).result == [1, 2])
    }

    @available(*, deprecated)
    @Test(.tags(.t7)) func whenAnyCompletesWithTheFirstTaskToCompleteInAnyWay() {
        let pending = TaskCompletionSource<Int>()
        let failing = TaskCompletionSource<Int>()
        let tasks = [pending.task, failing.task]
        let any: [BoltsTask<Void>] = [BoltsTask.whenAny(tasks), BoltsTask.whenAny(pending.task, failing.task)]
        #expect(any.allSatisfy { !$0.completed })
        failing.set(error: anError)
        #expect(any.allSatisfy { $0.result != nil })
        #expect(BoltsTask<Int>.whenAny([]).completed)
        pending.cancel()
    }

    @available(*, deprecated)
    @Test(.tags(.t7)) func whenAnyOfTasksWithoutResultsAlsoCompletesWithTheFirst() {
        let tasks = [BoltsTask<Void>(error: anError), BoltsTask<Void>(result: ())]
        #expect(BoltsTask.whenAny(tasks).result != nil)
        #expect(BoltsTask.whenAny([BoltsTask<Void>(error: anError)]).error == nil)
    }

    @available(*, deprecated)
    @Test(.tags(.t7)) func whenAnyInAContextOfItsResultTypeIsTheFirstSuccess() {
        let first: BoltsTask<Int> = .whenAny([BoltsTask<Int>(error: anError), BoltsTask(result: 2)])
        #expect(first.result == 2)
    }

    @available(*, deprecated)
    @Test(.tags(.t7)) func errorsHasTheSameShapeForOneFailureAndForSeveral() {
        let one = BoltsTask.whenAll([BoltsTask(result: 1), BoltsTask<Int>(error: anError)])
        let two = BoltsTask.whenAll([BoltsTask<Int>(error: anError), BoltsTask<Int>(error: anError)])
        #expect(one.errors.map { $0 as NSError } == [anError])
        #expect(two.errors.map { $0 as NSError } == [anError, anError])
        #expect(BoltsTask.whenAll([BoltsTask<Int>.cancelledTask()]).errors.isEmpty)
        #expect(BoltsTask(1).errors.isEmpty && TaskCompletionSource<Int>().task.errors.count == 1)
        let pending = TaskCompletionSource<Int>()
        #expect(pending.task.errors.isEmpty)
        pending.cancel()
    }

    @available(*, deprecated)
    @Test func methodsOfASourceCanBePassedAsFunctions() {
        let source = TaskCompletionSource<Int>()
        let failed = TaskCompletionSource<Int>()
        let fail: (any Error) -> Void = failed.set(error:)
        [7].forEach(source.set(result:))
        fail(anError)
        #expect(source.task.result == 7 && failed.task.faulted)
    }

    @available(*, deprecated)
    @Test func tasksAndExecutorsHaveADescriptionForDebugging() {
        #expect(BoltsTask(1).debugDescription.contains("1"))
        #expect(BoltsExecutor.immediate.debugDescription == "immediate")
    }

    @available(*, deprecated)
    @Test func delaysInSecondsComplete() async throws {
        #expect(BoltsTask<Void>.withDelay(-0.1).completed)
        try await BoltsTask<Void>.withDelay(0.001).value
    }

    @available(*, deprecated)
    @Test func closureExecutorsRunTheirWork() {
        let direct = BoltsExecutor.closure { work in work() }
        let escaping = BoltsExecutor.escapingClosure { work in work() }
        #expect(BoltsTask(1).continueWith(direct) { $0.result! + 1 }.result == 2)
        #expect(BoltsTask(1).continueWith(escaping) { $0.result! + 1 }.result == 2)
    }
}
