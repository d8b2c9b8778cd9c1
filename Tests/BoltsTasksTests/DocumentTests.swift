import BoltsTasks
import ParseFakes
import Testing

/// The examples about tasks in Bolts' README, in Swift 6, under the titles of their sections.
///
/// The same examples in Bolts' own spelling are in `BoltsObjCNamesTests`.
@Suite(.tags(.ds11))
struct DocumentTests {
    let server = ParseServer([
        "Student": [
            PFObject(["name": "Ann", "gpa": 3.2]),
            PFObject(["name": "Bob", "gpa": 3.9]),
            PFObject(["name": "Cid", "gpa": 3.5]),
        ],
        "Comments": [
            PFObject(["name": "first", "post": 123]),
            PFObject(["name": "other", "post": 7]),
            PFObject(["name": "second", "post": 123]),
        ],
    ])
    let object = PFObject(["name": "Ann"])

    // MARK: The `continueWithBlock` Method

    @Test(arguments: [nil, Fault(1) as any Error, CancellationError()])
    func continueWithBlockMethod_branchingOnTheOutcome(_ error: (any Error)?) {
        let seen = Recorder<String>()
        if let error { server.fail("save", with: error) }
        server.saveAsync(object).continueWith { task in
            if task.isCancelled {
                seen.add("the save was cancelled")
            } else if task.error != nil {
                seen.add("the save failed")
            } else {
                let object = task.result
                seen.add("\(object?["name"] as? String ?? "nobody") was saved")
            }
        }
        #expect(seen.values.isEmpty)
        server.answerAll()
        switch error {
        case nil: #expect(seen.values == ["Ann was saved"])
        case is CancellationError: #expect(seen.values == ["the save was cancelled"])
        default: #expect(seen.values == ["the save failed"])
        }
    }

    @Test func continueWithBlockMethod_theTypesInvolved() {
        func getNumberAsync() -> BoltsTask<Int> { BoltsTask(result: 17) }

        /// Gets a string asynchronously.
        func getStringAsync() -> BoltsTask<String> {
            // This continuation takes the number's task as input, and provides a string as output.
            getNumberAsync().continueWith { task in
                let number = task.result ?? 0
                return "\(number)"
            }
        }
        #expect(getStringAsync().result == "17")
    }

    @Test func continueWithBlockMethod_onlyOnSuccess() {
        let saved = server.saveAsync(object).continueOnSuccessWith { _ in "saved" }
        server.answerAll()
        #expect(saved.result == "saved")
        server.fail("save", with: Fault(2))
        let failed = server.saveAsync(object).continueOnSuccessWith { _ in "saved" }
        server.answerAll()
        #expect(failed.error as? Fault == Fault(2))
    }

    // MARK: Chaining Tasks Together

    @Test func chainingTasksTogether() {
        let server = server
        let query = PFQuery(className: "Student")
        query.orderByDescending("gpa")
        let done = server.findAsync(query)
            .continueOnSuccessWithTask { students in
                let valedictorian = students[0]
                valedictorian["valedictorian"] = true
                return server.saveAsync(valedictorian)
            }
            .continueOnSuccessWithTask { _ in
                server.findAsync(query)
            }
            .continueOnSuccessWithTask { students in
                let salutatorian = students[1]
                salutatorian["salutatorian"] = true
                return server.saveAsync(salutatorian)
            }
            .continueOnSuccessWith { _ in
                "everything is done"
            }
        #expect(server.log == ["find Student"])
        server.answerAll()
        #expect(done.result == "everything is done")
        #expect(server.log == ["find Student", "save Bob", "find Student", "save Cid"])
        let students = server.objects(of: "Student")
        #expect(students.map { $0["valedictorian"] as? Bool } == [nil, true, nil])
        #expect(students.map { $0["salutatorian"] as? Bool } == [nil, nil, true])
    }

    // MARK: Error Handling

    @Test func errorHandling() {
        let server = server
        let seen = Recorder<String>()
        let query = PFQuery(className: "Student")
        query.orderByDescending("gpa")
        let done = server.findAsync(query)
            .continueOnSuccessWithTask { students -> BoltsTask<PFObject> in
                students[0]["valedictorian"] = true
                // Force this continuation to fail.
                return BoltsTask(error: Fault(-1))
            }
            .continueOnSuccessWithTask { _ in
                // Now this continuation is skipped.
                seen.add("skipped")
                return server.findAsync(query)
            }
            .continueWithTask { task -> BoltsTask<PFObject?> in
                if let error = task.error {
                    // This error handler is called, with the error returned above.
                    seen.add("handled \(error)")
                    // Let's handle the error by returning a new value.
                    return BoltsTask(result: nil)
                }
                // This is skipped, too.
                seen.add("skipped, too")
                return server.saveAsync(task.result?[1] ?? PFObject()).continueOnSuccessWith { $0 }
            }
            .continueOnSuccessWith { object in
                // Everything is done! This gets called, and the result is nil.
                object == nil
            }
        server.answerAll()
        #expect(done.result == true)
        #expect(seen.values == ["handled Fault(number: -1)"])
        #expect(server.log == ["find Student"])
    }

    @Test func errorHandling_throwingInAContinuationFaultsTheResult() {
        let thrown = BoltsTask(result: 1).continueWith { _ -> Int in throw Fault(5) }
        #expect(thrown.isFaulted && thrown.error as? Fault == Fault(5))
    }

    @Test func errorHandling_aLongChainWithOneErrorHandlerAtTheEnd() {
        let server = server
        server.fail("save", with: Fault(6))
        let seen = Recorder<String>()
        let done = server.findAsync(PFQuery(className: "Student"))
            .continueOnSuccessWithTask { students in server.saveAsync(students[0]) }
            .continueOnSuccessWithTask { student in server.deleteAsync(student) }
            .continueOnSuccessWith { "deleted" }
            .continueOnErrorWith { (error: Fault) in
                seen.add("\(error.number)")
                return "handled"
            }
        server.answerAll()
        #expect(done.result == "handled" && seen.values == ["6"])
        #expect(server.log == ["find Student", "save Ann"])
    }

    // MARK: Creating Tasks

    @Test func creatingTasks() {
        func successAsync() -> BoltsTask<String> {
            let successful = TaskCompletionSource<String>()
            successful.set(result: "The good result.")
            return successful.task
        }
        func failAsync() -> BoltsTask<String> {
            let failed = TaskCompletionSource<String>()
            failed.set(error: Fault(-1))
            return failed.task
        }
        func cancelAsync() -> BoltsTask<String> {
            let cancelled = TaskCompletionSource<String>()
            cancelled.cancel()
            return cancelled.task
        }
        #expect(successAsync().result == "The good result.")
        #expect(failAsync().error as? Fault == Fault(-1))
        #expect(cancelAsync().isCancelled)
    }

    @Test func creatingTasks_withAKnownResult() {
        let successful = BoltsTask(result: "The good result")
        let failed = BoltsTask<String>(error: Fault(-1))
        #expect(successful.result == "The good result")
        #expect(failed.error as? Fault == Fault(-1))
    }

    // MARK: Creating Async Methods

    @Test func creatingAsyncMethods() {
        let server = server
        func fetchAsync(_ object: PFObject) -> BoltsTask<PFObject> {
            let source = TaskCompletionSource<PFObject>()
            server.fetchInBackground(object) { object, error in
                if let object {
                    source.set(result: object)
                } else {
                    source.set(error: error ?? Fault(0))
                }
            }
            return source.task
        }
        let fetched = fetchAsync(object)
        #expect(!fetched.isCompleted)
        server.answerAll()
        #expect(fetched.result === object)
        server.fail("fetch", with: Fault(4))
        let failed = fetchAsync(object)
        server.answerAll()
        #expect(failed.error as? Fault == Fault(4))
    }
}
