import BoltsTasks
import BoltsTestSupport
import Dispatch
import ParseFakes
import Testing

/// The examples of Bolts' README about order, place and cancellation, under the titles of their sections.
@Suite(.tags(.ds11), .timeLimit(.minutes(20)))
struct DocumentOrderTests {
    let server = ParseServer([
        "Comments": [
            PFObject(["name": "first", "post": 123]),
            PFObject(["name": "other", "post": 7]),
            PFObject(["name": "second", "post": 123]),
        ]
    ])

    // MARK: Tasks in Series

    @Test func tasksInSeries() {
        let server = server
        let query = PFQuery(className: "Comments")
        query.whereKey("post", equalTo: 123)
        let done = server.findAsync(query)
            .continueWithTask { task in
                // Create a trivial completed task as a base case.
                var deletions = BoltsTask(result: ())
                for result in task.result ?? [] {
                    // For each item, extend the task with a function to delete the item.
                    deletions = deletions.continueWithTask { _ in server.deleteAsync(result) }
                }
                return deletions
            }
            .continueWith { _ in
                "every comment was deleted"
            }
        server.answerNext()
        // Each deletion waits for the one before.
        #expect(server.log == ["find Comments", "delete first"])
        server.answerNext()
        #expect(server.log == ["find Comments", "delete first", "delete second"])
        #expect(!done.isCompleted)
        server.answerAll()
        #expect(done.result == "every comment was deleted")
        #expect(server.objects(of: "Comments").map { $0["name"] as? String } == ["other"])
    }

    // MARK: Tasks in Parallel

    @Test func tasksInParallel() {
        let server = server
        let query = PFQuery(className: "Comments")
        query.whereKey("post", equalTo: 123)
        let done = server.findAsync(query)
            .continueWithTask { results in
                // Start each delete immediately and collect its task.
                let tasks = (results.result ?? []).map { server.deleteAsync($0) }
                // Completed when all of the deletes are finished.
                return BoltsTask.whenAll(tasks)
            }
            .continueWith { task in
                task.error == nil ? "every comment was deleted" : "some were not"
            }
        server.answerNext()
        // Both have started.
        #expect(server.log == ["find Comments", "delete first", "delete second"])
        #expect(server.pendingCount == 2 && !done.isCompleted)
        server.answerAll()
        #expect(done.result == "every comment was deleted")
        #expect(server.objects(of: "Comments").map { $0["name"] as? String } == ["other"])
    }

    // MARK: Task Executors

    @Test func taskExecutors_anExecutorOfOnesOwn() async throws {
        let server = server
        let object = PFObject(["name": "Ann"])
        // Create an executor that uses the main thread.
        let myExecutor = BoltsExecutor.custom { work in DispatchQueue.main.async(execute: work) }
        // It applies only to the continuation that it is passed to.
        let text = server.fetchAsync(object)
            .continueWith(myExecutor) { _ in
                MainActor.preconditionIsolated()
                return object["name"] as? String
            }
        server.answerAll()
        #expect(try await text.value == "Ann")
    }

    @Test func taskExecutors_theMainThread() async throws {
        let server = server
        let object = PFObject(["name": "Ann"])
        let myTextView = TextView()
        // The closure is on the main actor by the executor's type.
        let shown = server.fetchAsync(object)
            .continueWith(on: .mainThread) { _ in
                myTextView.text = object["name"] as? String
            }
        server.answerAll()
        try await shown.value
        #expect(await myTextView.text == "Ann")
    }

    // MARK: Task Cancellation

    @Test func taskCancellation() {
        let server = server
        let object = PFObject(["name": "Ann"])
        func doSomethingComplicatedAsync(_ cancellationToken: CancellationToken) -> BoltsTask<String> {
            server.fetchAsync(object).continueWithTask { _ in
                if cancellationToken.isCancellationRequested {
                    return .cancelled()
                }
                return BoltsTask(result: "something that takes a while")
            }
        }
        let cancellationTokenSource = CancellationTokenSource()
        let bored = doSomethingComplicatedAsync(cancellationTokenSource.token)
        let patient = doSomethingComplicatedAsync(.none)
        // When you get bored…
        cancellationTokenSource.cancel()
        server.answerAll()
        #expect(bored.isCancelled)
        #expect(patient.result == "something that takes a while")
    }

    @Test func taskCancellation_withTheTokenGivenToTheContinuation() {
        let object = PFObject(["name": "Ann"])
        let cancellationTokenSource = CancellationTokenSource()
        let bored = server.fetchAsync(object)
            .continueWith(cancellationToken: cancellationTokenSource.token) { _ in "something that takes a while" }
        cancellationTokenSource.cancel()
        // Immediately, without waiting for the server's response.
        #expect(bored.isCancelled && server.pendingCount == 1)
    }
}

@MainActor
private final class TextView {
    var text: String?
}
