import BoltsFoundation
import BoltsObjCNames
import BoltsTasks
import Foundation
import Synchronization
import Testing

/// Tests that Objective-C's names do what they did.
@Suite(.timeLimit(.minutes(20))) struct ObjectiveCNamesTests {
    @available(*, deprecated)
    @Test func aTokenCancelsEveryContinuation() {
        let source = BFTaskCompletionSource<Int>()
        let cancelled = BFCancellationTokenSource.cancellationTokenSource()
        let executor = BFExecutor.immediateExecutor()
        let task = source.task
        let token = cancelled.token
        let ends: [BFTask<Int>] = [
            task.continueWithBlock({ _ in 1 }, cancellationToken: token),
            task.continueWithBlock({ _ in BFTask(result: 1) }, cancellationToken: token),
            task.continueWithSuccessBlock({ _ in 1 }, cancellationToken: token),
            task.continueWithSuccessBlock({ _ in BFTask(result: 1) }, cancellationToken: token),
            task.continueWithExecutor(executor, block: { _ in 1 }, cancellationToken: token),
            task.continueWithExecutor(executor, block: { _ in BFTask(result: 1) }, cancellationToken: token),
            task.continueWithExecutor(executor, successBlock: { _ in 1 }, cancellationToken: token),
            task.continueWithExecutor(executor, successBlock: { _ in BFTask(result: 1) }, cancellationToken: token),
            task.continueWith(block: { _ in 1 }, cancellationToken: token),
            task.continueWith(block: { _ in BFTask(result: 1) }, cancellationToken: token),
            task.continueWith(executor: executor, block: { _ in 1 }, cancellationToken: token),
            task.continueWith(executor: executor, block: { _ in BFTask(result: 1) }, cancellationToken: token),
            task.continueOnSuccessWith(block: { _ in 1 }, cancellationToken: token),
            task.continueOnSuccessWith(block: { _ in BFTask(result: 1) }, cancellationToken: token),
            task.continueOnSuccessWith(executor: executor, block: { _ in 1 }, cancellationToken: token),
            task.continueOnSuccessWith(executor: executor, block: { _ in BFTask(result: 1) }, cancellationToken: token),
        ]
        #expect(ends.allSatisfy { !$0.isCompleted })
        cancelled.cancel()
        #expect(ends.allSatisfy { $0.isCancelled })
        #expect(cancelled.cancellationRequested && token.cancellationRequested)
    }

    @available(*, deprecated)
    @Test func everyContinuationRunsItsBlock() {
        let source = BFTaskCompletionSource<Int>()
        let executor = BFExecutor.defaultExecutor()
        let task = source.task
        let plain: [BFTask<Int>] = [
            task.continueWithBlock({ $0.result! + 1 }, cancellationToken: nil),
            task.continueWithExecutor(executor, withBlock: { $0.result! + 1 }),
            task.continueWithExecutor(executor, withBlock: { BFTask(result: $0.result! + 1) }),
            task.continueWithExecutor(executor, withSuccessBlock: { $0.result! + 1 }),
            task.continueWithExecutor(executor, withSuccessBlock: { BFTask(result: $0.result! + 1) }),
            task.continueWith(executor: executor, block: { $0.result! + 1 }),
            task.continueWith(executor: executor, block: { BFTask(result: $0.result! + 1) }),
            task.continueOnSuccessWith(executor: executor, block: { $0.result! + 1 }),
            task.continueOnSuccessWith(executor: executor, block: { BFTask(result: $0.result! + 1) }),
        ]
        source.setResult(1)
        #expect(plain.map(\.result) == Array(repeating: 2, count: plain.count))
    }

    @available(*, deprecated)
    @Test func successBlocksAreSkippedAfterAFailure() {
        let failed = BFTask<Int>(error: anError)
        let executor = BFExecutor.immediateExecutor()
        let skipped: [BFTask<Int>] = [
            failed.continueWithSuccessBlock { _ in 1 },
            failed.continueWithExecutor(executor, withSuccessBlock: { _ in 1 }),
            failed.continueOnSuccessWith(executor: executor, block: { _ in 1 }),
            failed.continueWithExecutor(.mainThreadExecutor(), withSuccessBlock: { _ in 1 }),
        ]
        #expect(skipped.allSatisfy { $0.error as? NSError == anError })
    }

    @available(*, deprecated)
    @Test func aBlockThatReturnsItsOwnTaskFailsIt() {
        final class Chain: @unchecked Sendable { var own: BFTask<BFResult>? }  // guard: one thread
        let (chain, source) = (Chain(), BFTaskCompletionSource<Int>())
        chain.own = source.task.continueWithBlock { _ -> BFResult in chain.own }
        source.setResult(1)
        #expect(chain.own?.error as? TaskUsageError == .returnedItself)
        chain.own = nil
    }

    @available(*, deprecated)
    @MainActor @Test func blocksOnTheMainThreadAreIsolatedInEachSpelling() {
        var name = ""
        let task = BFTask<BFResult>(result: "a")
        task.continueWith(executor: .mainThread(), block: { task -> BFResult in name += "b" })
        task.continueWith(executor: BFExecutor.mainThread(), block: { task -> BFResult in name += "c" })
        task.continueWithExecutor(.mainThreadExecutor(), withBlock: { task -> BFResult in name += "d" })
        #expect(name == "bcd")
    }

    @available(*, deprecated)
    @Test func sourcesCompleteOnce() {
        let set = BFTaskCompletionSource<Int>()
        set.setResult(1)
        #expect(!set.trySetResult(2) && !set.trySetError(anError) && !set.trySetCancelled())
        #expect(set.task.result == 1)
        let failed = BFTaskCompletionSource<Int>()
        #expect(failed.trySetError(anError) && failed.task.faulted && failed.task.completed)
        let cancelled = BFTaskCompletionSource<Int>()
        #expect(cancelled.trySetCancelled() && cancelled.task.cancelled)
    }

    @available(*, deprecated)
    @Test func tasksWaitForSeveralOthers() {
        let tasks = [BFTask(result: 1), BFTask(result: 2)]
        #expect(BFTask.taskForCompletionOfAllTasks(tasks).result != nil)
        #expect(BFTask.taskForCompletionOfAllTasksWithResults(tasks).result == [1, 2])
        #expect(BFTask(forCompletionOfAllTasksWithResults: tasks).result == [1, 2])
        #expect(BFTask.taskForCompletionOfAnyTask(tasks).result == 1)
        #expect(BFTask(forCompletionOfAnyTask: tasks).result == 1)
        // As in Bolts, waiting for no tasks succeeds.
        #expect(BFTask<Int?>.taskForCompletionOfAnyTask([BFTask<Int>]()).isCompleted())
        let none: [BFTask<Int>]? = nil
        #expect(BFTask<BFVoid>(forCompletionOfAllTasks: none).isCompleted())
        let several = BFTask(forCompletionOfAllTasks: [BFTask<Int>(error: anError), BFTask(error: anError)])
        let error = several.error as NSError?
        #expect(error?.domain == BFTaskErrorDomain)
        #expect(error?.code == kBFMultipleErrorsError)
        #expect((error?.userInfo[BFTaskMultipleErrorsUserInfoKey] as? [NSError])?.count == 2)
    }

    @available(*, deprecated)
    @Test func waitingForAnAbandonedTaskFails() {
        func forgetful() -> BFTask<BFVoid> {
            let source = BFTaskCompletionSource<Int>()
            return BFTask(forCompletionOfAllTasks: [source.task])
        }
        #expect(forgetful().error is AbandonedTaskError)
    }

    @available(*, deprecated)
    @Test func delaysInMillisecondsCompleteOrAreCancelled() async throws {
        #expect(BFTask.taskWithDelay(-1).isCompleted() && BFTask(delay: 0).isCompleted())
        try await BFTask.taskWithDelay(1).value
        let bored = BFCancellationTokenSource()
        let task = BFTask(delay: 60_000, cancellationToken: bored.token)
        let other = BFTask.taskWithDelay(60_000, cancellationToken: bored.token)
        bored.cancel()
        #expect(task.isCancelled() && other.isCancelled())
    }

    @available(*, deprecated)
    @Test func tasksAreCreatedFromAnExecutor() async throws {
        let queue = BFExecutor.executorWithDispatchQueue(DispatchQueue(label: "work"))
        #expect(try await BFTask<Int>.taskFromExecutor(queue, withBlock: { 1 }).value == 1)
        #expect(try await BFTask<Int>.taskFromExecutor(queue, withBlock: { BFTask(result: 2) }).value == 2)
        #expect(try await BFTask<Int>(from: queue, with: { 3 }).value == 3)
        #expect(try await BFTask<Int>(from: queue, with: { BFTask(result: 4) }).value == 4)
    }

    @available(*, deprecated)
    @Test func observersAreCalledOnceUnlessDisposed() {
        let notes = Notes()
        let source = BFCancellationTokenSource()
        let disposed = source.token.registerCancellationObserverWithBlock { notes.add("disposed") }
        source.token.registerCancellationObserver { notes.add("told") }
        disposed.dispose()
        source.cancelAfterDelay(60_000)
        source.cancelAfterDelay(-1)
        #expect(!source.cancellationRequested)
        source.cancel(afterDelay: 0)
        #expect(notes.all == ["told"])
    }

    @available(*, deprecated)
    @Test func waitUntilFinishedReturnsForACompletedTask() {
        let task = BFTask(result: 1)
        task.waitUntilFinished()
        #expect(task.isCompleted())
    }

    @available(*, deprecated)
    @Test func nilCompletesATaskThatHasNoResult() {
        let source = BFTaskCompletionSource<BFVoid>()
        source.set(result: nil)
        #expect(source.task.result != nil)
        let other = BFTaskCompletionSource<BFVoid>()
        other.setResult(nil)
        #expect(!other.trySet(result: nil) && other.task.result != nil)
        #expect(BFTask<BFVoid>(result: nil).result != nil)
    }

    @available(*, deprecated)
    @Test func aTaskWithoutAResultIsCreatedWhereAnOptionalResultIsExpected() async throws {
        let all: BFTask<String?> = BFTask(forCompletionOfAllTasks: [BFTask(result: 1)])
        #expect(try await all.value == nil)
        let delay: BFTask<String?> = BFTask(delay: 1)
        #expect(try await delay.value == nil)
        let failed: BFTask<String?> = BFTask(forCompletionOfAllTasks: [BFTask<Int>(error: anError)])
        #expect(failed.error as? NSError == anError)
    }

    @available(*, deprecated)
    @Test func aResultThatIsNilStaysNilWhenABlockReturnsIt() {
        let nothing = BFTask<BFResult>(result: nil)
        let ends: [BFTask<BFResult>] = [
            nothing.continueWithBlock { task -> BFResult in task.result },
            nothing.continueWithSuccessBlock { task -> BFResult in task.result },
            nothing.continueWithExecutor(.immediate, withBlock: { task -> BFResult in task.result }),
            nothing.continueOnSuccessWith(executor: .immediate, block: { task -> BFResult in task.result }),
            BFTask<BFResult>(from: .immediate, with: { () -> BFResult in nothing.result }),
        ]
        for end in ends {
            // The outer optional says that the task succeeded, and the inner one that its result is `nil`.
            guard case .some(.none) = end.result else {
                Issue.record("the result is \(String(describing: end.result))")
                continue
            }
        }
        let five = BFTask<BFResult>(result: 5).continueWithBlock { task -> BFResult in task.result }
        #expect((five.result ?? nil) as? Int == 5)
    }

    @available(*, deprecated)
    @Test func theFirstOfSeveralTasksOfAnyResultHasItsResult() {
        let pending = BFTaskCompletionSource<BFResult>()
        let first: BFTask<BFResult> = BFTask(
            forCompletionOfAnyTask: [BFTask<BFResult>(error: anError), BFTask<BFResult>(result: "a"), pending.task]
        )
        #expect((first.result ?? nil) as? String == "a")
        pending.cancel()
    }

    @available(*, deprecated)
    @Test func extensionsMayUseTheNamesOfObjectiveCsTypes() throws {
        let block: BFContinuationBlock = { task in (task.result ?? nil) as? Int }
        let five = BFTask<BFResult>(result: 5)
        #expect((five.continueWithBlock(block).result ?? nil) as? Int == 5)
        #expect((BFTask(result: 2).twice({ task in task.result }).result ?? nil) as? Int == 2)
        #expect(BFTask(result: 3).resultOr(1) == 3)
        let calls = Calls()
        let source = BFCancellationTokenSource()
        let observer: BFCancellationBlock = { calls.add() }
        source.token.registerCancellationObserver(observer)
        source.cancel()
        #expect(calls.count == 1)
    }

    @available(*, deprecated)
    @Test func theMainThreadIsAlsoAnExecutorLikeTheOthers() async throws {
        let executors: [BFExecutor] = [BFExecutor.mainThread(), .mainThreadExecutor(), .default()]
        for executor in executors.prefix(2) {
            let onMain = BFTask(result: 1).continueWithExecutor(
                executor,
                withBlock: { _ -> Bool in
                    MainActor.preconditionIsolated()
                    return true
                }
            )
            #expect(try await onMain.value)
        }
    }
}

extension BoltsTask {
    @available(*, deprecated)
    fileprivate func twice(_ block: @escaping BFContinuationBlock) -> BFTask<BFResult> {
        continueWithBlock(block).continueWithBlock { task -> BFResult in task.result }
    }

    @available(*, deprecated)
    fileprivate func resultOr(_ other: ResultType) -> ResultType { result ?? other }
}

private final class Calls: Sendable {
    private let calls = Mutex(0)

    var count: Int { calls.withLock { $0 } }

    func add() { calls.withLock { $0 += 1 } }
}
