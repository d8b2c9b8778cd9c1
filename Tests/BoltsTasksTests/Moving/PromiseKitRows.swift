import BoltsTasks
import Dispatch
import Foundation

private let creationRows = [
    PromiseKitRow(
        "`Promise { seal in … }`",
        old: { given in
            given.end(
                Promise<Int> { seal in
                    given.promise().pipe { result in
                        switch result {
                        case .success(let value): seal.fulfill(value)
                        case .failure(let error): seal.reject(error)
                        }
                    }
                }
            )
        },
        new: { given in
            let source = TaskCompletionSource<Int>()
            given.task().continueWith { task in
                switch task.outcome! {
                case .success(let value): source.trySet(result: value)
                case .failure(let error): source.trySet(error: error)
                }
            }
            return given.end(source.task)
        }
    ),
    PromiseKitRow(
        "`Promise { seal in try … }`",
        old: { given in given.end(Promise { seal in seal.fulfill(try given.value(or: PMKError.cancelled)) }) },
        new: { given in
            let source = TaskCompletionSource<Int>()
            do { source.trySet(result: try given.value(or: CancellationError())) } catch { source.trySet(error: error) }
            return given.end(source.task)
        }
    ),
    PromiseKitRow(
        "`let (promise, seal) = Promise<T>.pending()`",
        ["5, pending", "refused, pending", "cancelled, pending"],
        old: { given in
            let (promise, seal) = Promise<Int>.pending()
            given.log.add(given.end(promise))
            do { seal.fulfill(try given.value(or: PMKError.cancelled)) } catch { seal.reject(error) }
            return given.end(promise)
        },
        new: { given in
            let source = TaskCompletionSource<Int>()
            given.log.add(given.end(source.task))
            do { source.trySet(result: try given.value(or: CancellationError())) } catch { source.trySet(error: error) }
            return given.end(source.task)
        }
    ),
    PromiseKitRow(
        "`seal.fulfill(value)`, `seal.reject(error)`",
        // The second call is too late.
        old: { given in
            let (promise, seal) = Promise<Int>.pending()
            do { seal.fulfill(try given.value(or: PMKError.cancelled)) } catch { seal.reject(error) }
            seal.fulfill(6)
            seal.reject(Given.Fault.later)
            return given.end(promise)
        },
        new: { given in
            let source = TaskCompletionSource<Int>()
            do { source.trySet(result: try given.value(or: CancellationError())) } catch { source.trySet(error: error) }
            source.trySet(result: 6)
            source.trySet(error: Given.Fault.later)
            return given.end(source.task)
        }
    ),
    PromiseKitRow(
        "`seal.resolve(value, error)`",
        ["5", "refused", "invalid"],
        old: { given in
            let (promise, seal) = Promise<Int>.pending()
            switch given.outcome {
            case .success: seal.resolve(5, nil)
            case .failure: seal.resolve(nil, Given.Fault.refused)
            case .cancellation: seal.resolve(nil, nil)
            }
            let end = given.end(promise)
            return end == "invalidCallingConvention" ? "invalid" : end
        },
        new: { given in
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
        }
    ),
    PromiseKitRow(
        "`Promise.value(x)`, `Guarantee.value(x)`",
        old: { given in given.end(Promise.value(5).then { _ in Guarantee.value(5).then { _ in given.promise() } }) },
        new: { given in given.end(BoltsTask(result: 5).continueOnSuccessWithTask { _ in given.task() }) }
    ),
    PromiseKitRow(
        "`Promise(error: e)`",
        ["refused", "refused", "cancelled"],
        old: { given in
            given.end(Promise<Int>(error: given.outcome == .cancellation ? PMKError.cancelled : Given.Fault.refused))
        },
        new: { given in
            given.end(BoltsTask<Int>(error: given.outcome == .cancellation ? CancellationError() : Given.Fault.refused))
        }
    ),
    PromiseKitRow(
        "`firstly { … }`",
        old: { given in given.end(firstly { given.promise() }.map { $0 }) },
        new: { given in given.end(given.task().continueOnSuccessWith { $0 }) }
    ),
    PromiseKitRow(
        "`firstly { try … }`",
        old: { given in given.end(firstly { Promise.value(try given.value(or: PMKError.cancelled)) }) },
        new: { given in
            given.end(
                BoltsTask(result: ()).continueOnSuccessWithTask {
                    BoltsTask(result: try given.value(or: CancellationError()))
                }
            )
        }
    ),
]

private let linkRows = [
    PromiseKitRow(
        "`.then { … }`",
        ["6", "refused", "cancelled"],
        old: { given in given.end(given.promise().then { Promise.value($0 + 1) }) },
        new: { given in given.end(given.task().continueOnSuccessWithTask { BoltsTask(result: $0 + 1) }) }
    ),
    PromiseKitRow(
        "`.map { … }`",
        ["6", "refused", "cancelled"],
        old: { given in given.end(given.promise().map { $0 + 1 }) },
        new: { given in given.end(given.task().continueOnSuccessWith { $0 + 1 }) }
    ),
    PromiseKitRow(
        "`.done { … }`",
        ["nothing, 5", "refused", "cancelled"],
        old: { given in given.end(given.promise().done { given.log.add("\($0)") }) },
        new: { given in given.end(given.task().continueOnSuccessWith { given.log.add("\($0)") }) }
    ),
    PromiseKitRow(
        "`.get { value in … }`",
        ["5, 5", "refused", "cancelled"],
        old: { given in given.end(given.promise().get { value in given.log.add("\(value)") }) },
        new: { given in
            given.end(
                given.task().continueOnSuccessWith { value in
                    given.log.add("\(value)")
                    return value
                }
            )
        }
    ),
    PromiseKitRow(
        "`.compactMap { … }`",
        ["missing", "refused", "cancelled"],
        old: { given in
            let end = given.end(given.promise().compactMap { Int(exactly: Double($0) / 2) })
            return end == "compactMap" ? "missing" : end
        },
        new: { given in
            struct Missing: Error, CustomStringConvertible { let description = "missing" }
            return given.end(
                given.task().continueOnSuccessWith { value -> Int in
                    guard let found = Int(exactly: Double(value) / 2) else { throw Missing() }
                    return found
                }
            )
        }
    ),
    PromiseKitRow(
        "`.asVoid()`",
        ["nothing", "refused", "cancelled"],
        old: { given in given.end(given.promise().asVoid()) },
        new: { given in given.end(given.task().continueOnSuccessWith { _ in }) }
    ),
    PromiseKitRow(
        "`.catch { … }` after `.done { … }`",
        ["done, 5", "done, refused", "done"],
        old: { given in
            given.promise().done { given.log.add("\($0)") }.catch { given.log.add("\($0)") }
            return "done"
        },
        new: { given in
            given.task().continueOnSuccessWith { given.log.add("\($0)") }
                .continueOnErrorWith { (error: any Error) in given.log.add("\(error)") }
            return "done"
        }
    ),
    PromiseKitRow(
        "`.catch { … }` after a continuation with a result",
        ["done", "done, refused", "done"],
        old: { given in
            given.promise().catch { given.log.add("\($0)") }
            return "done"
        },
        new: { given in
            given.task().continueWith { task in if let error = task.error { given.log.add("\(error)") } }
            return "done"
        }
    ),
    PromiseKitRow(
        "`.catch(policy: .allErrors) { … }`",
        ["done", "done, refused", "done, cancelled"],
        old: { given in
            given.promise().catch(policy: .allErrors) { given.log.add("\($0)") }
            return "done"
        },
        new: { given in
            given.task().continueWith { task in
                if case .failure(let error) = task.outcome {
                    given.log.add(error is CancellationError ? "cancelled" : "\(error)")
                }
            }
            return "done"
        }
    ),
    PromiseKitRow(
        "`.catch { … }.finally { … }`",
        ["done, 5, finally", "done, refused, finally", "done, finally"],
        old: { given in
            given.promise().done { given.log.add("\($0)") }.catch { given.log.add("\($0)") }.finally {
                given.log.add("finally")
            }
            return "done"
        },
        new: { given in
            given.task().continueOnSuccessWith { given.log.add("\($0)") }
                .continueOnErrorWith { (error: any Error) in given.log.add("\(error)") }
                .finally { given.log.add("finally") }
            return "done"
        }
    ),
    PromiseKitRow(
        "`.recover { … }` that returns a promise",
        ["5", "7", "cancelled"],
        old: { given in given.end(given.promise().recover { _ in Promise.value(7) }) },
        new: { given in given.end(given.task().continueOnErrorWithTask { (_: any Error) in BoltsTask(result: 7) }) }
    ),
    PromiseKitRow(
        "`.recover { … }` that returns a guarantee",
        ["5", "7", "7"],
        old: { given in given.end(given.promise().recover { _ in Guarantee.value(7) }.promise) },
        new: { given in
            given.end(given.task().continueWithTask { task in task.result == nil ? BoltsTask(result: 7) : task })
        }
    ),
    PromiseKitRow(
        "`.recover { … }` of a `Promise<Void>` that cannot throw",
        ["nothing", "nothing, refused", "nothing, cancelled"],
        old: { given in
            let done: Guarantee<Void> = given.promise().asVoid().recover { error in given.log.add("\(error)") }
            return given.end(done.promise)
        },
        new: { given in
            let done = given.task().continueOnSuccessWith { _ in }.continueWith { task in
                if case .failure(let error) = task.outcome {
                    given.log.add(error is CancellationError ? "cancelled" : "\(error)")
                }
            }
            return given.end(done)
        }
    ),
    PromiseKitRow(
        "`.ensure { … }`",
        ["5, ensured", "refused, ensured", "cancelled, ensured"],
        old: { given in given.end(given.promise().ensure { given.log.add("ensured") }) },
        new: { given in given.end(given.task().finally { given.log.add("ensured") }) }
    ),
    PromiseKitRow(
        "`.ensureThen { … }`",
        ["5, ensured", "refused, ensured", "cancelled, ensured"],
        old: { given in
            given.end(
                given.promise().ensureThen {
                    given.log.add("ensured")
                    return .value(())
                }
            )
        },
        new: { given in
            @Sendable func cleanUp() -> BoltsTask<Void> {
                given.log.add("ensured")
                return BoltsTask(result: ())
            }
            let task = given.task().continueWithTask { task in cleanUp().continueWithTask { _ in task } }
            let short = given.end(given.task().finallyTask { BoltsTask(result: ()) })
            return given.end(task) == short ? short : "\(given.end(task)) and \(short)"
        }
    ),
    PromiseKitRow(
        "`.tap { result in … }`",
        ["5, seen", "refused, seen", "cancelled, seen"],
        old: { given in given.end(given.promise().tap { _ in given.log.add("seen") }) },
        new: { given in
            given.end(
                given.task().continueWithTask { task in
                    given.log.add("seen")
                    return task
                }
            )
        }
    ),
    PromiseKitRow(
        "`on: .global()`, `on: .main`, `on: nil`",
        ["5, elsewhere", "refused", "cancelled"],
        old: { given in
            let queue = DispatchQueue.global()
            let thread = pthread_self()
            let promise = given.promise().map(on: queue) { value in
                given.log.add(pthread_equal(thread, pthread_self()) == 0 ? "elsewhere" : "here")
                return value
            }
            _ = try? promise.wait()
            return given.end(promise)
        },
        new: { given in
            let thread = pthread_self()
            let task = given.task().continueOnSuccessWith(.queue(.global())) { value in
                given.log.add(pthread_equal(thread, pthread_self()) == 0 ? "elsewhere" : "here")
                return value
            }
            task.waitUntilCompleted()
            return given.end(task)
        }
    ),
]

let promiseKitRows = creationRows + linkRows + severalRows + stateRows
