import BoltsTasks
import Foundation

private let creationRows = [
    PromiseKitRow("`Promise { seal in … }`") { given in
        let source = TaskCompletionSource<Int>()
        given.task().continueWith { task in
            switch task.outcome! {
            case .success(let value): source.trySet(result: value)
            case .failure(let error): source.trySet(error: error)
            }
        }
        return given.end(source.task)
    },
    PromiseKitRow("`Promise { seal in try … }`") { given in
        let source = TaskCompletionSource<Int>()
        do { source.trySet(result: try given.value()) } catch { source.trySet(error: error) }
        return given.end(source.task)
    },
    PromiseKitRow(
        "`let (promise, seal) = Promise<T>.pending()`",
        ["5, pending", "refused, pending", "cancelled, pending"]
    ) { given in
        let source = TaskCompletionSource<Int>()
        given.log.add(given.end(source.task))
        do { source.trySet(result: try given.value()) } catch { source.trySet(error: error) }
        return given.end(source.task)
    },
    PromiseKitRow("`seal.fulfill(value)`, `seal.reject(error)`") { given in
        let source = TaskCompletionSource<Int>()
        do { source.trySet(result: try given.value()) } catch { source.trySet(error: error) }
        source.trySet(result: 6)
        source.trySet(error: Given.Fault.later)
        return given.end(source.task)
    },
    PromiseKitRow("`seal.resolve(value, error)`", ["5", "refused", "invalid"]) { given in
        struct Neither: Error, CustomStringConvertible { let description = "invalid" }
        let source = TaskCompletionSource<Int>()
        func completion(_ value: Int?, _ error: (any Error)?) {
            if let error {
                source.trySet(error: error)
            } else if let value {
                source.trySet(result: value)
            } else {
                source.trySet(error: Neither())
            }
        }
        switch given.outcome {
        case .success: completion(5, nil)
        case .failure: completion(nil, Given.Fault.refused)
        case .cancellation: completion(nil, nil)
        }
        return given.end(source.task)
    },
    PromiseKitRow("`Promise.value(x)`, `Guarantee.value(x)`") { given in
        given.end(BoltsTask(result: 5).continueOnSuccessWithTask { _ in given.task() })
    },
    PromiseKitRow("`Promise(error: e)`", ["refused", "refused", "cancelled"]) { given in
        given.end(BoltsTask<Int>(error: given.outcome == .cancellation ? CancellationError() : Given.Fault.refused))
    },
    PromiseKitRow("`firstly { … }`") { given in given.end(given.task().continueOnSuccessWith { $0 }) },
    PromiseKitRow("`firstly { try … }`") { given in
        given.end(
            BoltsTask(result: ()).continueOnSuccessWithTask {
                BoltsTask(result: try given.value())
            }
        )
    },
]

private let linkRows = [
    PromiseKitRow("`.then { … }`", ["6", "refused", "cancelled"]) { given in
        given.end(given.task().continueOnSuccessWithTask { BoltsTask(result: $0 + 1) })
    },
    PromiseKitRow("`.map { … }`", ["6", "refused", "cancelled"]) { given in
        given.end(given.task().continueOnSuccessWith { $0 + 1 })
    },
    PromiseKitRow("`.done { … }`", ["nothing, 5", "refused", "cancelled"]) { given in
        given.end(given.task().continueOnSuccessWith { given.log.add("\($0)") })
    },
    PromiseKitRow("`.get { value in … }`", ["5, 5", "refused", "cancelled"]) { given in
        given.end(
            given.task().continueOnSuccessWith { value in
                given.log.add("\(value)")
                return value
            }
        )
    },
    PromiseKitRow("`.compactMap { … }`", ["missing", "refused", "cancelled"]) { given in
        struct Missing: Error, CustomStringConvertible { let description = "missing" }
        return given.end(
            given.task().continueOnSuccessWith { value -> Int in
                guard let found = Int(exactly: Double(value) / 2) else { throw Missing() }
                return found
            }
        )
    },
    PromiseKitRow("`.asVoid()`", ["nothing", "refused", "cancelled"]) { given in
        given.end(given.task().continueOnSuccessWith { _ in })
    },
    PromiseKitRow("`.catch { … }` after `.done { … }`", ["done, 5", "done, refused", "done"]) { given in
        given.task().continueOnSuccessWith { given.log.add("\($0)") }
            .continueOnErrorWith { (error: any Error) in given.log.add("\(error)") }
        return "done"
    },
    PromiseKitRow("`.catch { … }` after a continuation with a result", ["done", "done, refused", "done"]) { given in
        given.task().continueWith { task in if let error = task.error { given.log.add("\(error)") } }
        return "done"
    },
    PromiseKitRow("`.catch(policy: .allErrors) { … }`", ["done", "done, refused", "done, cancelled"]) { given in
        given.task().continueWith { task in
            if case .failure(let error) = task.outcome {
                given.log.add(error is CancellationError ? "cancelled" : "\(error)")
            }
        }
        return "done"
    },
    PromiseKitRow("`.catch { … }.finally { … }`", ["done, 5, finally", "done, refused, finally", "done, finally"]) {
        given in
        given.task().continueOnSuccessWith { given.log.add("\($0)") }
            .continueOnErrorWith { (error: any Error) in given.log.add("\(error)") }
            .finally { given.log.add("finally") }
        return "done"
    },
    PromiseKitRow("`.recover { … }` that returns a promise", ["5", "7", "cancelled"]) { given in
        given.end(given.task().continueOnErrorWithTask { (_: any Error) in BoltsTask(result: 7) })
    },
    PromiseKitRow("`.recover { … }` that returns a guarantee", ["5", "7", "7"]) { given in
        given.end(given.task().continueWithTask { task in task.result == nil ? BoltsTask(result: 7) : task })
    },
    PromiseKitRow(
        "`.recover { … }` of a `Promise<Void>` that cannot throw",
        ["nothing", "nothing, refused", "nothing, cancelled"]
    ) { given in
        let done = given.task().continueOnSuccessWith { _ in }.continueWith { task in
            if case .failure(let error) = task.outcome {
                given.log.add(error is CancellationError ? "cancelled" : "\(error)")
            }
        }
        return given.end(done)
    },
    PromiseKitRow("`.ensure { … }`", ["5, ensured", "refused, ensured", "cancelled, ensured"]) { given in
        given.end(given.task().finally { given.log.add("ensured") })
    },
    PromiseKitRow("`.ensureThen { … }`", ["5, ensured", "refused, ensured", "cancelled, ensured"]) { given in
        @Sendable func cleanUp() -> BoltsTask<Void> {
            given.log.add("ensured")
            return BoltsTask(result: ())
        }
        let task = given.task().continueWithTask { task in cleanUp().continueWithTask { _ in task } }
        let short = given.end(given.task().finallyTask { BoltsTask(result: ()) })
        return given.end(task) == short ? short : "\(given.end(task)) and \(short)"
    },
    PromiseKitRow("`.tap { result in … }`", ["5, seen", "refused, seen", "cancelled, seen"]) { given in
        given.end(
            given.task().continueWithTask { task in
                given.log.add("seen")
                return task
            }
        )
    },
    PromiseKitRow("`on: .global()`, `on: .main`, `on: nil`", ["5, elsewhere", "refused", "cancelled"]) { given in
        let thread = pthread_self()
        let task = given.task().continueOnSuccessWith(.queue(.global())) { value in
            given.log.add(pthread_equal(thread, pthread_self()) == 0 ? "elsewhere" : "here")
            return value
        }
        task.waitUntilCompleted()
        return given.end(task)
    },
]

let promiseKitRows = creationRows + linkRows + severalRows + stateRows
