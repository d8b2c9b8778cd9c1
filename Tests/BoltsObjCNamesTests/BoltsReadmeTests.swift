import BoltsObjCNames
import BoltsTasks
import Foundation
import Testing

/// Tests the examples of Bolts' README about tasks, with as few changes as possible, under the titles of its sections.
///
/// The changes: a task's type has its result's type, so results are not cast; blocks are `@Sendable`, so they capture
/// constants. The tests are deprecated because the names they use are.
@Suite(.tags(.ds11)) struct BoltsReadmeTests {
    let server = ParseServer([
        "Student": [
            PFObject(["name": "Ann", "gpa": 3.2]),
            PFObject(["name": "Bob", "gpa": 3.9]),
            PFObject(["name": "Cid", "gpa": 3.5]),
        ]
    ])
    let obj = PFObject(["name": "Ann"])
    let notes = Notes()

    // MARK: The `continueWithBlock` Method

    @available(*, deprecated)
    @Test(arguments: [nil, anError as any Error, CancelledError()])
    func continueWithBlockMethod(_ failure: (any Error)?) {
        let notes = notes
        if let failure { server.fail("save", with: failure) }
        self.server.saveAsync(obj).continueWithBlock {
            (task: BFTask!) -> (any Sendable)? in
            if task.isCancelled() {
                notes.add("the save was cancelled")
            } else if task.error != nil {
                notes.add("the save failed")
            } else {
                let object = task.result()!
                notes.add("\(object["name"] as! String) was saved")
            }
            return nil
        }
        server.answerAll()
        switch failure {
        case nil: #expect(notes.all == ["Ann was saved"])
        case is CancellationError: #expect(notes.all == ["the save was cancelled"])
        default: #expect(notes.all == ["the save failed"])
        }
    }

    @available(*, deprecated)
    @Test func theTypeOfABlockIsTheTypeOfItsTask() {
        func getNumberAsync() -> BFTask<NSNumber> { BFTask(result: 17) }

        /// Gets a String asynchronously.
        func getStringAsync() -> BFTask<String> {
            // Let's suppose getNumberAsync returns a BFTask whose result is an NSNumber.
            getNumberAsync().continueWithBlock {
                (task: BFTask!) -> String in
                // This continuation block takes the NSNumber BFTask as input,
                // and provides a String as output.

                let number = task.result()!
                return "\(number)"
            }
        }
        #expect(getStringAsync().result() == "17")
    }

    @available(*, deprecated)
    @Test func aSuccessBlockRunsOnlyOnSuccess() {
        let notes = notes
        for failure in [nil, anError] {
            if let failure { server.fail("save", with: failure) }
            self.server.saveAsync(obj).continueWithSuccessBlock {
                (task: BFTask!) -> (any Sendable)? in
                notes.add("the object was saved successfully")
                return nil
            }
            server.answerAll()
        }
        #expect(notes.all == ["the object was saved successfully"])
    }

    // MARK: Chaining Tasks Together

    @available(*, deprecated)
    @Test func chainingTasksTogether() {
        let (server, notes) = (server, notes)
        let query = PFQuery(className: "Student")
        query.orderByDescending("gpa")
        server.findAsync(query).continueWithSuccessBlock {
            (task: BFTask!) -> BFTask<PFObject> in
            let students = task.result()!
            let valedictorian = students[0]
            valedictorian["valedictorian"] = true
            return server.saveAsync(valedictorian)
        }.continueWithSuccessBlock {
            (task: BFTask!) -> BFTask<[PFObject]> in
            let valedictorian = task.result()!
            notes.add("\(valedictorian["name"] as! String)")
            return server.findAsync(query)
        }.continueWithSuccessBlock {
            (task: BFTask!) -> BFTask<PFObject> in
            let students = task.result()!
            let salutatorian = students[1]
            salutatorian["salutatorian"] = true
            return server.saveAsync(salutatorian)
        }.continueWithSuccessBlock {
            (task: BFTask!) -> (any Sendable)? in
            // Everything is done!
            notes.add("done")
            return nil
        }
        server.answerAll()
        #expect(notes.all == ["Bob", "done"])
        #expect(server.log == ["find Student", "save Bob", "find Student", "save Cid"])
    }

    // MARK: Error Handling

    @available(*, deprecated)
    @Test func errorHandling() {
        let (server, notes) = (server, notes)
        let query = PFQuery(className: "Student")
        query.orderByDescending("gpa")
        let done = server.findAsync(query).continueWithSuccessBlock {
            (task: BFTask!) -> BFTask<PFObject> in
            let students = task.result()!
            let valedictorian = students[0]
            valedictorian["valedictorian"] = true
            // Force this callback to fail.
            return BFTask(error: NSError(domain: "example.com", code: -1, userInfo: nil))
        }.continueWithSuccessBlock {
            (task: BFTask!) -> (any Sendable)? in
            // Now this continuation will be skipped.
            notes.add("skipped")
            return server.findAsync(query)
        }.continueWithBlock {
            (task: BFTask!) -> (any Sendable)? in
            if task.error != nil {
                // This error handler WILL be called.
                // The error will be the NSError returned above.
                // Let's handle the error by returning a new value.
                // The task will be completed with nil as its value.
                notes.add("\((task.error! as NSError).domain)")
                return nil
            }
            // This will also be skipped.
            let students = task.result() as! [PFObject]
            let salutatorian = students[1]
            salutatorian["salutatorian"] = true
            return server.saveAsync(salutatorian)
        }.continueWithSuccessBlock {
            (task: BFTask!) -> (any Sendable)? in
            // Everything is done! This gets called.
            // The task's result is nil.
            notes.add("\(task.result()! == nil)")
            return nil
        }
        server.answerAll()
        #expect(notes.all == ["example.com", "true"])
        #expect(done.isCompleted() && !done.isFaulted())
    }

    @available(*, deprecated)
    @Test func aTaskReturnedFromAnUntypedBlockIsAwaited() {
        let server = server
        let found = BFTask(result: 1).continueWithBlock {
            (task: BFTask!) -> (any Sendable)? in
            server.findAsync(PFQuery(className: "Student"))
        }
        #expect(!found.isCompleted())
        server.answerAll()
        #expect((found.result() as? [PFObject])?.count == 3)
    }

    // MARK: Creating Tasks

    @available(*, deprecated)
    @Test func creatingTasks() {
        func successAsync() -> BFTask<String> {
            let successful = BFTaskCompletionSource<String>()
            successful.setResult("The good result.")
            return successful.task
        }

        func failAsync() -> BFTask<String> {
            let failed = BFTaskCompletionSource<String>()
            failed.setError(NSError(domain: "example.com", code: -1, userInfo: nil))
            return failed.task
        }
        #expect(successAsync().result() == "The good result.")
        #expect(failAsync().error() as? NSError == anError)
    }

    @available(*, deprecated)
    @Test func initializersCreateCompletedTasks() {
        let successful = BFTask(result: "The good result")

        let failed = BFTask<String>(error: anError)
        #expect(successful.result == "The good result")
        #expect(failed.error as? NSError == anError)
    }

    @available(*, deprecated)
    @Test func objectiveCsFactoryMethodsCreateTasks() {
        let successful = BFTask.taskWithResult("The good result.")

        let failed = BFTask<String>.taskWithError(anError)

        let source = BFTaskCompletionSource<String>.taskCompletionSource()
        source.cancel()
        #expect(successful.result == "The good result.")
        #expect(failed.error as? NSError == anError)
        #expect(source.task.isCancelled())
    }

    // MARK: Creating Async Methods

    @available(*, deprecated)
    @Test func creatingAsyncMethods() {
        // The method is in the extension of the server, as the document has it.
        let fetched = server.fetchAsync(obj)
        #expect(!fetched.isCompleted())
        server.answerAll()
        #expect(fetched.result() === obj)
        server.fail("fetch", with: anError)
        let failed = server.fetchAsync(obj)
        server.answerAll()
        #expect(failed.error() as? NSError == anError)
    }
}
