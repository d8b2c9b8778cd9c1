import Benchmark
import BoltsTasks
import NIOCore
import NIOEmbedded

/// Create, complete, read.
func create() {
    let row = "create"
    let count = 20_000

    measure(row, Library.bolts, operations: count) { _ in
        for number in 0..<count {
            let source = TaskCompletionSource<Int>()
            source.set(result: number)
            expect(source.task.result == number)
        }
    }

    measure(row, Library.embedded, operations: count) { benchmark in
        let loop = EmbeddedEventLoop()
        let result = Counter()
        benchmark.startMeasurement()
        for number in 0..<count {
            let promise = loop.makePromise(of: Int.self)
            promise.succeed(number)
            promise.futureResult.whenSuccess { result.value = $0 }
            expect(result.value == number)
        }
    }

    measureAsync(row, Library.task, operations: 2_000) { _ in
        for number in 0..<2_000 {
            let task = Task { number }
            expect(await task.value == number)
        }
    }
}
