import BoltsTasks
import Foundation

let severalRows = [
    PromiseKitRow("`when(fulfilled: promises)`", ["[1, 5]", "refused", "cancelled"]) { given in
        given.end(BoltsTask.whenAllSucceed([BoltsTask(result: 1), given.task()]))
    },
    PromiseKitRow("`when(fulfilled: a, b, c)`", ["(5, \"b\")", "refused", "cancelled"]) { given in
        given.end(BoltsTask<Void>.zip(given.task(), BoltsTask(result: "b")))
    },
    PromiseKitRow("`when(fulfilled: iterator, concurrently: 4)`", ["[0, 1, 2]", "refused", "cancelled"]) { given in
        let iterator = (0..<3).lazy.map { given.task($0) }.makeIterator()
        let all = given.end(BoltsTask.map(IteratorSequence(iterator), atMost: 2) { $0 })
        let some = given.end(BoltsTask<Int>.map(0..<3, atMost: 2) { number, _ in given.task(number) })
        return all == some ? all : "\(all) and \(some)"
    },
    PromiseKitRow("`when(resolved: promises)`", ["1 of 1", "0 of 1", "0 of 1"]) { given in
        let results = BoltsTask.whenAllSettled([given.task()]).result!
        return "\(results.filter { (try? $0.get()) != nil }.count) of \(results.count)"
    },
    PromiseKitRow("`race(promises)`") { given in
        let never = TaskCompletionSource<Int>()
        defer { withExtendedLifetime(never) {} }
        return given.end(
            BoltsTask.whenFirst([never.task, given.task(), BoltsTask(result: 9)]).continueOnSuccessWithTask {
                $0.task
            }
        )
    },
    PromiseKitRow("`race(fulfilled: promises)`", ["5", "nobody", "nobody"]) { given in
        let end = given.end(BoltsTask.whenAny([BoltsTask(error: Given.Fault.later), given.task()]))
        return end == "5" ? end : "nobody"
    },
    PromiseKitRow("`after(.seconds(1))`, `after(seconds: 0.1)`") { given in
        let task = BoltsTask.withDelay(.milliseconds(1)).continueOnSuccessWithTask { given.task() }
        task.waitUntilCompleted()
        return given.end(task)
    },
]

let stateRows = [
    PromiseKitRow("`try promise.wait()`") { given in
        let task = given.task()
        task.waitUntilCompleted()
        do { return "\(try task.outcome!.get())" } catch is CancellationError { return "cancelled" } catch {
            return "\(error)"
        }
    },
    PromiseKitRow(
        "`promise.result`, `isPending`, `isFulfilled`",
        ["false true true", "false false true", "false false true"]
    ) { given in
        let task = given.task()
        return "\(!task.isCompleted) \(task.result != nil) \(task.outcome != nil)"
    },
    PromiseKitRow("`PMKError.cancelled`, `CancellableError`", ["5", "refused", "cancelled"]) { given in
        given.end(BoltsTask(result: 1).continueOnSuccessWith { _ in try given.value() })
    },
    PromiseKitRow("`CancellablePromise`, `.cancel()` of PromiseKit 7", ["5", "refused", "cancelled"]) { given in
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
    },
    PromiseKitRow(
        "`attempt(maximumRetryCount: 3) { … }` from *Common Patterns*",
        ["5, tried", "refused, tried, tried, tried", "cancelled, tried"]
    ) { given in
        let policy = TaskRetryPolicy(attempts: 3, firstDelay: .zero, multiplier: 1, jitter: 0)
        let task = BoltsTask<Int>.retry(policy) { _, _ in
            given.log.add("tried")
            return given.task()
        }
        task.waitUntilCompleted()
        return given.end(task)
    },
]
