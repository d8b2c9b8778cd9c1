import BoltsObjCNames
import BoltsTasks
import Dispatch
import Foundation
import Testing

/// Tests the examples of Bolts' README about order, executors and cancellation, with as few changes as possible.
@Suite(.timeLimit(.minutes(20)), .tags(.ds11)) struct BoltsReadmeOrderTests {
    let server = ParseServer([
        "Comments": [
            PFObject(["name": "first", "post": 123]),
            PFObject(["name": "other", "post": 7]),
            PFObject(["name": "second", "post": 123]),
        ]
    ])
    let object = PFObject(["name": "Ann"])
    let notes = Notes()

    // MARK: Tasks in Series

    @available(*, deprecated)
    @Test func tasksRunInSeries() {
        let (server, notes) = (server, notes)
        let query = PFQuery(className: "Comments")
        query.whereKey("post", equalTo: 123)
        server.findAsync(query).continueWithBlock {
            (task: BFTask!) -> BFTask<BFVoid> in
            let results = task.result()!

            // Create a trivial completed task as a base case.
            var task = BFTask<BFVoid>(result: ())
            for result: PFObject in results {
                // For each item, extend the task with a function to delete the item.
                task = task.continueWithBlock {
                    (task: BFTask!) -> BFTask<BFVoid> in
                    server.deleteAsync(result)
                }
            }
            return task
        }.continueWithBlock {
            (task: BFTask!) -> (any Sendable)? in
            // Every comment was deleted.
            notes.add("every comment was deleted")
            return nil
        }
        server.answerNext()
        #expect(server.log == ["find Comments", "delete first"])
        server.answerAll()
        #expect(server.log == ["find Comments", "delete first", "delete second"])
        #expect(notes.all == ["every comment was deleted"])
    }

    // MARK: Tasks in Parallel

    @available(*, deprecated)
    @Test func tasksRunInParallel() {
        let (server, notes) = (server, notes)
        let query = PFQuery(className: "Comments")
        query.whereKey("post", equalTo: 123)

        server.findAsync(query).continueWithBlock {
            (task: BFTask!) -> BFTask<BFVoid> in
            // Collect one task for each delete into an array.
            var tasks: [BFTask<BFVoid>] = []
            let results = task.result()!
            for result: PFObject in results {
                // Start this delete immediately and add its task to the list.
                tasks.append(server.deleteAsync(result))
            }
            // Return a new task that will be marked as completed when all of the deletes
            // are finished.
            return BFTask(forCompletionOfAllTasks: tasks)
        }.continueWithBlock {
            (task: BFTask!) -> (any Sendable)? in
            // Every comment was deleted.
            notes.add("every comment was deleted")
            return nil
        }
        server.answerNext()
        #expect(server.log == ["find Comments", "delete first", "delete second"])
        server.answerNext()
        #expect(notes.all.isEmpty)
        server.answerNext()
        #expect(notes.all == ["every comment was deleted"])
    }

    // MARK: Task Executors

    @available(*, deprecated)
    @Test func aCustomExecutorRunsTheBlock() async throws {
        let object = object
        // Create a BFExecutor that uses the main thread.
        let myExecutor = BFExecutor.executorWithBlock { block in
            DispatchQueue.main.async(execute: block)
        }

        // And use the Main Thread Executor like this. The executor applies only to the new
        // continuation being passed into continueWithBlock.
        let text = self.server.fetchAsync(object).continueWithExecutor(
            myExecutor,
            withBlock: { (task: BFTask!) -> String? in
                MainActor.preconditionIsolated()
                return object["name"] as? String
            }
        )
        server.answerAll()
        #expect(try await text.value == "Ann")
    }

    @available(*, deprecated)
    @Test func theMainThreadExecutorRunsTheBlockOnTheMainThread() async throws {
        let object = object
        let myTextView = TextView()
        // Continue on the Main Thread, using a built-in executor.
        let shown = self.server.fetchAsync(object).continueWithExecutor(
            BFExecutor.mainThreadExecutor(),
            withBlock: { (task: BFTask!) -> Void in
                myTextView.text = object["name"] as? String
            }
        )
        server.answerAll()
        try await shown.value
        #expect(await myTextView.text == "Ann")
    }

    @available(*, deprecated)
    @Test func everyBuiltInExecutorRunsItsBlock() async throws {
        let executors: [BFExecutor] = [
            .defaultExecutor(), .immediateExecutor(), .mainThreadExecutor(),
            .executorWithDispatchQueue(DispatchQueue(label: "queue")),
            .executorWithOperationQueue(OperationQueue()),
            BFExecutor(dispatchQueue: DispatchQueue(label: "queue")), BFExecutor(operationQueue: OperationQueue()),
            BFExecutor(block: { block in block() }), .default(), .immediate(),
        ]
        for executor in executors {
            let task = BFTask(result: 1).continueWithExecutor(executor, withBlock: { task -> Int in task.result! + 1 })
            #expect(try await task.value == 2)
        }
    }

    // MARK: Task Cancellation

    @available(*, deprecated)
    @Test func taskCancellation() {
        let (server, object) = (server, object)
        func doSomethingComplicatedAsync(_ cancellationToken: BFCancellationToken) -> BFTask<String> {
            server.fetchAsync(object).continueWithBlock { (task: BFTask!) -> BFTask<String> in
                if cancellationToken.cancellationRequested {
                    return BFTask.cancelledTask()
                }
                // Do something that takes a while.
                return BFTask(result: "result")
            }
        }

        // Somewhere else.
        let cancellationTokenSource = BFCancellationTokenSource()
        let task = doSomethingComplicatedAsync(cancellationTokenSource.token)

        // When you get bored...
        cancellationTokenSource.cancel()
        server.answerAll()
        #expect(task.isCancelled())
    }
}

@MainActor
private final class TextView {
    var text: String?
}
