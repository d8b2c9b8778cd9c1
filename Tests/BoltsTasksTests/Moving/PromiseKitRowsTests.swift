import BoltsTasks
import Dispatch
import Foundation
import Synchronization
import Testing

/// Each row of the article "Moving from PromiseKit": the old call against a stand-in, and what replaces it, end alike.
@Suite(.timeLimit(.minutes(20)))
struct PromiseKitRowsTests {
    @Test(arguments: promiseKitRows) func theCallThatReplacesTheOldOneEndsAlike(row: PromiseKitRow) async throws {
        for (outcome, expected) in zip(Given.Outcome.allCases, row.ends) {
            // Some rows wait, which no thread of Swift's concurrency may do.
            let (old, new) = try await withCheckedThrowingContinuation { ends in
                Thread.detachNewThread {
                    ends.resume(
                        with: Result {
                            let old = Given(outcome)
                            let new = Given(outcome)
                            return try ([row.old(old)] + old.log.values, [row.new(new)] + new.log.values)
                        }
                    )
                }
            }
            #expect(old.joined(separator: ", ") == expected, "PromiseKit, after \(outcome)")
            #expect(new.joined(separator: ", ") == expected, "here, after \(outcome)")
        }
    }

    @Test func theArticleHasARowForEach() throws {
        let article = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/BoltsTasks/Documentation.docc/Articles/MovingFromPromiseKit.md")
        let lines = try String(contentsOf: article, encoding: .utf8).split(separator: "\n")
        let rows = lines.filter { $0.hasPrefix("| `") }.map { line in
            line.dropFirst(2).components(separatedBy: " | ")[0]
        }
        #expect(rows.filter { $0 != "`.cauterize()`" } == promiseKitRows.map(\.name))
        #expect(rows.count == promiseKitRows.count + 1)
    }

    /// What the article says of the order of continuations, and of a promise that waits for itself.
    @Test(.tags(.t2, .t6)) func whatDiffersIsTrue() {
        let (source, order) = (TaskCompletionSource<Int>(), Recorder<String>())
        source.task.continueWith { task in
            order.add("first")
            task.continueWith { _ in order.add("added by the first") }
        }
        source.task.continueWith { _ in order.add("second") }
        source.set(result: 1)
        #expect(order.values == ["first", "added by the first", "second"])

        #expect(waitsForItself().error as? TaskUsageError == .returnedItself)
        #expect(BoltsTask<Int>(error: URLError(.cancelled)).isFaulted)
    }

    #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    /// `.cauterize()`: handlers of unobserved failures are global, so this runs in a process of its own.
    @Test func aFailureThatNobodyHandlesIsReported() async {
        await #expect(processExitsWith: .success) {
            for outcome in Given.Outcome.allCases {
                let given = Given(outcome)
                let expected = outcome == .failure ? ["refused"] : []
                given.promise().done { _ in }.cauterize { given.log.add("\($0)") }
                precondition(given.log.values == expected, "\(outcome): \(given.log.values)")

                let told = Recorder<String>()
                TaskDiagnostics.onUnobservedFailure { told.add("\($0.error)") }
                do { given.task().continueOnSuccessWith { _ in } }
                precondition(told.values == expected, "\(outcome): \(told.values)")
            }
        }
    }
    #endif
}

private final class Box: Sendable {
    let task = Mutex<BoltsTask<Void>?>(nil)
}

/// The article's.
private func waitsForItself() -> BoltsTask<Void> {
    let (source, box) = (TaskCompletionSource<Void>(), Box())
    let task = source.task.continueOnSuccessWithTask { box.task.withLock { $0 } ?? BoltsTask(result: ()) }
    box.task.withLock { $0 = task }
    source.set()
    return task
}

/// A row of the article's table, and what ends are expected after success, failure and cancellation.
struct PromiseKitRow: Sendable, CustomTestStringConvertible {
    let name: String
    let ends: [String]
    let old: @Sendable (Given) throws -> String
    let new: @Sendable (Given) throws -> String

    /// `name` is the left column.
    init(
        _ name: String,
        _ ends: [String] = ["5", "refused", "cancelled"],
        old: @escaping @Sendable (Given) throws -> String,
        new: @escaping @Sendable (Given) throws -> String
    ) {
        (self.name, self.ends, self.old, self.new) = (name, ends, old, new)
    }

    var testDescription: String { name }
}

/// How the first call of a row ends.
struct Given: Sendable {
    enum Outcome: Sendable, CaseIterable { case success, failure, cancellation }
    enum Fault: Error { case refused, later }

    let outcome: Outcome
    let log = Recorder<String>()

    init(_ outcome: Outcome) { self.outcome = outcome }

    func promise(_ value: Int = 5) -> Promise<Int> {
        switch outcome {
        case .success: .value(value)
        case .failure: Promise(error: Fault.refused)
        case .cancellation: Promise(error: PMKError.cancelled)
        }
    }

    func task(_ value: Int = 5) -> BoltsTask<Int> {
        switch outcome {
        case .success: BoltsTask(result: value)
        case .failure: BoltsTask(error: Fault.refused)
        case .cancellation: .cancelled()
        }
    }

    /// The value, or an error, as a function that throws gives it.
    func value(or cancellation: any Error) throws -> Int {
        switch outcome {
        case .success: return 5
        case .failure: throw Fault.refused
        case .cancellation: throw cancellation
        }
    }

    func end<T>(_ promise: Promise<T>) -> String {
        switch promise.result {
        case nil: "pending"
        case .success(let value): text(value)
        case .failure(PMKError.cancelled): "cancelled"
        case .failure(let error): "\(error)"
        }
    }

    func end<T>(_ task: BoltsTask<T>) -> String {
        if !task.isCompleted { return "pending" }
        if task.isCancelled { return "cancelled" }
        return task.error.map { "\($0)" } ?? text(task.result!)
    }

    private func text<T>(_ value: T) -> String { value is Void ? "nothing" : "\(value)" }
}

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

private let severalRows = [
    PromiseKitRow(
        "`when(fulfilled: promises)`",
        ["[1, 5]", "refused", "cancelled"],
        old: { given in given.end(when(fulfilled: [.value(1), given.promise()])) },
        new: { given in given.end(BoltsTask.whenAllSucceed([BoltsTask(result: 1), given.task()])) }
    ),
    PromiseKitRow(
        "`when(fulfilled: a, b, c)`",
        ["(5, \"b\")", "refused", "cancelled"],
        old: { given in given.end(when(fulfilled: given.promise(), Promise.value("b"))) },
        new: { given in given.end(BoltsTask<Void>.zip(given.task(), BoltsTask(result: "b"))) }
    ),
    PromiseKitRow(
        "`when(fulfilled: iterator, concurrently: 4)`",
        ["[0, 1, 2]", "refused", "cancelled"],
        old: { given in
            let iterator = (0..<3).map { given.promise($0) }.makeIterator()
            return given.end(when(fulfilled: iterator, concurrently: 2))
        },
        new: { given in
            let iterator = (0..<3).lazy.map { given.task($0) }.makeIterator()
            let all = given.end(BoltsTask.map(IteratorSequence(iterator), atMost: 2) { $0 })
            let some = given.end(BoltsTask<Int>.map(0..<3, atMost: 2) { number, _ in given.task(number) })
            return all == some ? all : "\(all) and \(some)"
        }
    ),
    PromiseKitRow(
        "`when(resolved: promises)`",
        ["1 of 1", "0 of 1", "0 of 1"],
        old: { given in
            let results = when(resolved: [given.promise()]).wait()
            return "\(results.filter { (try? $0.get()) != nil }.count) of \(results.count)"
        },
        new: { given in
            let results = BoltsTask.whenAllSettled([given.task()]).result!
            return "\(results.filter { (try? $0.get()) != nil }.count) of \(results.count)"
        }
    ),
    PromiseKitRow(
        "`race(promises)`",
        old: { given in given.end(race([Promise<Int>.pending().promise, given.promise(), .value(9)])) },
        new: { given in
            let never = TaskCompletionSource<Int>()
            defer { withExtendedLifetime(never) {} }
            return given.end(
                BoltsTask.whenFirst([never.task, given.task(), BoltsTask(result: 9)]).continueOnSuccessWithTask {
                    $0.task
                }
            )
        }
    ),
    PromiseKitRow(
        "`race(fulfilled: promises)`",
        ["5", "nobody", "nobody"],
        old: { given in
            let end = given.end(race(fulfilled: [Promise(error: Given.Fault.later), given.promise()]))
            return end == "noWinner" ? "nobody" : end
        },
        new: { given in
            let end = given.end(BoltsTask.whenAny([BoltsTask(error: Given.Fault.later), given.task()]))
            return end == "5" ? end : "nobody"
        }
    ),
    PromiseKitRow(
        "`after(.seconds(1))`, `after(seconds: 0.1)`",
        old: { given in
            let promise = after(.milliseconds(1)).then { given.promise() }
            _ = try? promise.wait()
            return given.end(promise)
        },
        new: { given in
            let task = BoltsTask.withDelay(.milliseconds(1)).continueOnSuccessWithTask { given.task() }
            task.waitUntilCompleted()
            return given.end(task)
        }
    ),
]

private let stateRows = [
    PromiseKitRow(
        "`try promise.wait()`",
        old: { given in
            do { return "\(try given.promise().wait())" } catch PMKError.cancelled { return "cancelled" } catch {
                return "\(error)"
            }
        },
        new: { given in
            let task = given.task()
            task.waitUntilCompleted()
            do { return "\(try task.outcome!.get())" } catch is CancellationError { return "cancelled" } catch {
                return "\(error)"
            }
        }
    ),
    PromiseKitRow(
        "`promise.result`, `isPending`, `isFulfilled`",
        ["false true true", "false false true", "false false true"],
        old: { given in
            let promise = given.promise()
            return "\(promise.isPending) \(promise.isFulfilled) \(promise.result != nil)"
        },
        new: { given in
            let task = given.task()
            return "\(!task.isCompleted) \(task.result != nil) \(task.outcome != nil)"
        }
    ),
    PromiseKitRow(
        "`PMKError.cancelled`, `CancellableError`",
        ["5", "refused", "cancelled"],
        old: { given in given.end(Promise.value(1).map { _ in try given.value(or: PMKError.cancelled) }) },
        new: { given in
            given.end(BoltsTask(result: 1).continueOnSuccessWith { _ in try given.value(or: CancellationError()) })
        }
    ),
    PromiseKitRow(
        "`CancellablePromise`, `.cancel()` of PromiseKit 7",
        ["5", "refused", "cancelled"],
        old: { given in
            let work = CancellablePromise<Int> { seal in
                if given.outcome == .success { seal.fulfill(5) }
                if given.outcome == .failure { seal.reject(Given.Fault.refused) }
            }
            work.cancel()
            return given.end(work.promise)
        },
        new: { given in
            func work(_ token: CancellationToken) -> BoltsTask<Int> {
                let source = TaskCompletionSource<Int>()
                token.register { source.tryCancel() }
                if given.outcome == .success { source.trySet(result: 5) }
                if given.outcome == .failure { source.trySet(error: Given.Fault.refused) }
                return source.task
            }
            let cancellation = CancellationTokenSource()
            let task = work(cancellation.token)
            cancellation.cancel()
            return given.end(task)
        }
    ),
    PromiseKitRow(
        "`attempt(maximumRetryCount: 3) { … }` from *Common Patterns*",
        ["5, tried", "refused, tried, tried, tried", "cancelled, tried"],
        old: { given in
            given.end(
                attempt(maximumRetryCount: 3) {
                    given.log.add("tried")
                    return given.promise()
                }
            )
        },
        new: { given in
            let policy = RetryPolicy(attempts: 3, firstDelay: .zero, multiplier: 1, jitter: 0)
            let task = BoltsTask<Int>.retry(policy) { _, _ in
                given.log.add("tried")
                return given.task()
            }
            task.waitUntilCompleted()
            return given.end(task)
        }
    ),
]

let promiseKitRows = creationRows + linkRows + severalRows + stateRows
