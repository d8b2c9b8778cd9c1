import Benchmark
import BoltsTasks
import Dispatch
import Foundation
import NIOCore
import NIOEmbedded
import OpenCombine

/// 10,000 continuations on one task, which is then completed: the time of each.
func fanOut() {
    let row = "fan-out"
    let count = 10_000

    measure(row, Library.bolts, operations: count) { benchmark in
        let source = TaskCompletionSource<Int>()
        let sum = Counter()
        benchmark.startMeasurement()
        for _ in 0..<count {
            source.task.continueOnSuccessWith { sum.value &+= $0 }
        }
        source.set(result: 1)
        expect(sum.value == count)
    }

    measure(row, Library.embedded, operations: count) { benchmark in
        let loop = EmbeddedEventLoop()
        let promise = loop.makePromise(of: Int.self)
        let sum = Counter()
        benchmark.startMeasurement()
        for _ in 0..<count {
            _ = promise.futureResult.map { sum.value &+= $0 }
        }
        promise.succeed(1)
        expect(sum.value == count)
    }

    measureAsync(row, Library.task, operations: count) { benchmark in
        let gate = Gate()
        let task = Task {
            await gate.wait()
            return 1
        }
        benchmark.startMeasurement()
        let waiters = (0..<count).map { _ in Task { await task.value } }
        gate.open()
        var sum = 0
        for waiter in waiters { sum &+= await waiter.value }
        expect(sum == count)
    }

    measure(row, Library.combine, operations: count) { benchmark in
        let promise = CombinePromise()
        let sum = Counter()
        benchmark.startMeasurement()
        let subscriptions = (0..<count)
            .map { _ in
                promise.future.map { $0 }.sink { sum.value &+= $0 }
            }
        promise.succeed(1)
        expect(sum.value == count)
        benchmark.stopMeasurement()
        blackHole(subscriptions)
    }

    measure(row, Library.operations, operations: 1_000) { benchmark in
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let sum = Counter()
        let first = BlockOperation {}
        benchmark.startMeasurement()
        let operations = (0..<1_000)
            .map { _ in
                let operation = BlockOperation { sum.value &+= 1 }
                operation.addDependency(first)
                return operation
            }
        queue.addOperations([first] + operations, waitUntilFinished: true)
        expect(sum.value == 1_000)
    }

    measure(row, Library.dispatch, operations: count) { benchmark in
        let queue = DispatchQueue(label: "continuations")
        let group = DispatchGroup()
        let sum = Counter()
        benchmark.startMeasurement()
        group.enter()
        for _ in 0..<count {
            group.notify(queue: queue) { sum.value &+= 1 }
        }
        group.leave()
        queue.sync {}
        expect(sum.value == count)
    }
}
