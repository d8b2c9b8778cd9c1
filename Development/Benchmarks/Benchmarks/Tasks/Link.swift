import Benchmark
import BoltsTasks
import NIOCore
import NIOEmbedded

/// A chain of 1,000, built and then completed: the time of each link.
func link() {
    let row = "link"
    let length = 1_000
    let chains = 20

    measure(row, Library.bolts, operations: length * chains) { _ in
        for _ in 0..<chains {
            let source = TaskCompletionSource<Int>()
            var task = source.task
            for _ in 0..<length { task = task.continueOnSuccessWith { $0 &+ 1 } }
            source.set(result: 0)
            expect(task.result == length)
        }
    }

    measure(row, Library.embedded, operations: length * chains) { benchmark in
        let loop = EmbeddedEventLoop()
        let result = Counter()
        benchmark.startMeasurement()
        for _ in 0..<chains {
            let promise = loop.makePromise(of: Int.self)
            var future = promise.futureResult
            for _ in 0..<length { future = future.map { $0 &+ 1 } }
            future.whenSuccess { result.value = $0 }
            promise.succeed(0)
            expect(result.value == length)
        }
    }

    measureAsync(row, Library.task, operations: length) { _ in
        let gate = Gate()
        var task = Task {
            await gate.wait()
            return 0
        }
        for _ in 0..<length {
            task = Task { [task] in await task.value &+ 1 }
        }
        gate.open()
        expect(await task.value == length)
    }

    measure(row, Library.floor, operations: length * chains) { _ in
        for _ in 0..<chains {
            let first = FloorLink.first { $0 &+ 1 }
            var last = first
            for _ in 1..<length { last = FloorLink.add(to: last) { $0 &+ 1 } }
            expect(FloorLink.complete(first, with: 0) == length)
        }
    }
}
