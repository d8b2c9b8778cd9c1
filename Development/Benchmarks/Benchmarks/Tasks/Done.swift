import Benchmark
import BoltsTasks
import Dispatch
import Foundation
import NIOCore
import NIOEmbedded
import OpenCombine

/// A continuation on a task that is complete, which is made once.
func done() {
    let row = "done"
    let count = 20_000

    measure(row, Library.bolts, operations: count) { benchmark in
        let task = BoltsTask(result: 1)
        let sum = Counter()
        benchmark.startMeasurement()
        for _ in 0..<count {
            blackHole(
                task.continueOnSuccessWith { number in
                    sum.value &+= number
                    return number
                }
            )
        }
        expect(sum.value == count)
    }

    measure(row, Library.embedded, operations: count) { benchmark in
        let loop = EmbeddedEventLoop()
        let future = loop.makeSucceededFuture(1)
        let sum = Counter()
        benchmark.startMeasurement()
        for _ in 0..<count {
            blackHole(
                future.map { number in
                    sum.value &+= number
                    return number
                }
            )
        }
        expect(sum.value == count)
    }

    measureAsync(row, Library.task, operations: 2_000) { benchmark in
        let task = Task { 1 }
        var sum = await task.value &- 1
        benchmark.startMeasurement()
        for _ in 0..<2_000 {
            sum &+= await Task { await task.value }.value
        }
        expect(sum == 2_000)
    }

    measure(row, Library.combine, operations: 2_000) { benchmark in
        let promise = CombinePromise()
        promise.succeed(1)
        let sum = Counter()
        benchmark.startMeasurement()
        for _ in 0..<2_000 {
            promise.future.map { $0 }.sink { sum.value &+= $0 }.cancel()
        }
        expect(sum.value == 2_000)
    }

    measure(row, Library.operations, operations: 2_000) { benchmark in
        let first = BlockOperation {}
        first.start()
        let sum = Counter()
        benchmark.startMeasurement()
        for _ in 0..<2_000 {
            let operation = BlockOperation { sum.value &+= 1 }
            operation.addDependency(first)
            operation.start()
        }
        expect(sum.value == 2_000)
    }

    measure(row, Library.dispatch, operations: 2_000) { benchmark in
        let queue = DispatchQueue(label: "continuations")
        let item = DispatchWorkItem {}
        item.perform()
        let sum = Counter()
        benchmark.startMeasurement()
        for _ in 0..<2_000 {
            item.notify(queue: queue) { sum.value &+= 1 }
        }
        queue.sync {}
        expect(sum.value == 2_000)
    }
}
