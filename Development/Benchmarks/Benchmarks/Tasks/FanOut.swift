import Benchmark
import BoltsTasks
import NIOCore
import NIOEmbedded

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
}
