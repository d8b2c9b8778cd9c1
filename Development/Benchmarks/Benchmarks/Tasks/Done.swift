import Benchmark
import BoltsTasks
import NIOCore
import NIOEmbedded

/// A continuation of a completed task; the task is created once.
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
}
