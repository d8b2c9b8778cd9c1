import BoltsFoundation
import BoltsTasks
import Foundation
import Testing

@Suite(.timeLimit(.minutes(20))) struct OperationTests {
    @Test(.tags(.t10)) func anOperationCompletesItsTask() async throws {
        let log = Recorder<String>()
        let operation = BlockOperation { log.add("ran") }
        let task = operation.task()
        #expect(!task.isCompleted)
        OperationQueue().addOperation(operation)
        try await task.value
        #expect(operation.isFinished && log.values == ["ran"])
    }

    @Test(.tags(.t10)) func aFinishedOperationGivesACompletedTask() {
        let finished = BlockOperation {}
        finished.start()
        #expect(finished.task().isCompleted && !finished.task().isCancelled)
        let cancelled = BlockOperation {}
        cancelled.cancel()
        cancelled.start()
        #expect(cancelled.task().isCancelled)
    }

    @Test(.tags(.t10)) func aCancelledOperationCancelsTheTask() async {
        let queue = OperationQueue()
        queue.isSuspended = true
        let operation = BlockOperation {}
        let task = operation.task()
        queue.addOperation(operation)
        operation.cancel()
        #expect(!task.isCompleted)  // An operation finishes when its queue gets to it.
        queue.isSuspended = false
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test(.tags(.t9)) func aTokenCancelsTheTaskAndTheOperation() {
        let queue = OperationQueue()
        queue.isSuspended = true
        let log = Recorder<String>()
        let operation = BlockOperation { log.add("ran") }
        let token = CancellationTokenSource()
        let task = operation.task(cancellationToken: token.token)
        queue.addOperation(operation)
        token.cancel()
        #expect(task.isCancelled && operation.isCancelled)
        queue.isSuspended = false
        queue.waitUntilAllOperationsAreFinished()
        #expect(log.values.isEmpty)
    }

    @Test(.tags(.t10)) func asyncCodeWaitsForAnOperation() async throws {
        let log = Recorder<String>()
        let operation = BlockOperation { log.add("ran") }
        OperationQueue().addOperation(operation)
        try await operation.completion()
        #expect(log.values == ["ran"])
    }

    @Test(.tags(.t13)) func cancellingTheCallerCancelsTheOperation() async throws {
        let queue = OperationQueue()
        queue.isSuspended = true
        let log = Recorder<String>()
        let operation = BlockOperation { log.add("ran") }
        queue.addOperation(operation)
        let caller = Task { try await operation.completion() }
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
        #expect(operation.isCancelled)
        let last = BlockOperation {}
        last.addDependency(operation)
        queue.addOperation(last)
        queue.isSuspended = false
        try await last.completion()
        #expect(log.values.isEmpty)
    }

    @Test(.tags(.t10)) func earlierCompletionBlocksAreStillCalled() async throws {
        let operation = BlockOperation {}
        let mine = TaskCompletionSource<Void>()
        operation.completionBlock = { mine.set(result: ()) }
        let (first, second) = (operation.task(), operation.task())
        OperationQueue().addOperation(operation)
        try await BoltsTask.whenAll([mine.task, first, second]).value
    }

    @Test(.tags(.t6)) func replacingTheCompletionBlockFailsTheTask() throws {
        let operation = BlockOperation {}
        let task = operation.task()
        operation.completionBlock = nil
        let error = try #require(task.error as? AbandonedTaskError)
        #expect(error.file?.hasSuffix("OperationTests.swift") == true)
    }

    @Test(.tags(.t6)) func aReleasedOperationFailsTheTask() {
        let token = CancellationTokenSource()
        func forget() -> BoltsTask<Void> { BlockOperation {}.task(cancellationToken: token.token) }
        #expect(forget().error is AbandonedTaskError)
    }

    @Test(.tags(.t10)) func anOperationThatFinishesConcurrentlyCompletesItsTask() async throws {
        let queue = OperationQueue()
        for _ in 0..<200 {
            let operation = BlockOperation {}
            queue.addOperation(operation)
            try await operation.task().value
        }
    }

    @Test(.tags(.t10)) func anOperationThatFinishesDuringTheCallCompletesItsTask() {
        let operation = HastyOperation()
        let task = operation.task()
        #expect(task.isCompleted && !task.isFaulted)
    }

    @Test(.tags(.t10)) func dependentOperationsRunAfterTheirDependency() async throws {
        let queue = OperationQueue()
        let log = Recorder<Int>()
        let first = BlockOperation { log.add(1) }
        let second = BlockOperation { log.add(2) }
        second.addDependency(first)
        let done = second.task().continueOnSuccessWith(.operationQueue(queue)) { log.add(3) }
        queue.addOperation(second)
        queue.addOperation(first)
        try await done.value
        #expect(log.values == [1, 2, 3])
    }
}

/// An operation that finishes just before its completion block is set, which is then never called.
private final class HastyOperation: Operation, @unchecked Sendable {
    override var completionBlock: (@Sendable () -> Void)? {
        get { super.completionBlock }
        set {
            if !isFinished { start() }
            super.completionBlock = newValue
        }
    }
}
