import Benchmark
import BoltsTasks
import NIOCore
import NIOEmbedded

/// A continuation that returns a pending task, which is then completed.
func adopt() {
    let count = 10_000

    measure("adopt", Library.bolts, operations: count) { benchmark in
        let done = BoltsTask(result: 1)
        benchmark.startMeasurement()
        for number in 0..<count {
            let source = TaskCompletionSource<Int>()
            let inner = source.task
            let outer = done.continueOnSuccessWithTask { _ in inner }
            source.set(result: number)
            expect(outer.result == number)
        }
    }
    measure("adopt", Library.embedded, operations: count) { benchmark in
        let loop = EmbeddedEventLoop()
        let done = loop.makeSucceededFuture(1)
        let result = Counter()
        benchmark.startMeasurement()
        for number in 0..<count {
            let promise = loop.makePromise(of: Int.self)
            let inner = promise.futureResult
            let outer = done.flatMap { _ in inner }
            outer.whenSuccess { result.value = $0 }
            promise.succeed(number)
            expect(result.value == number)
        }
    }
    measureAsync("adopt", Library.task, operations: 1_000) { benchmark in
        let done = Task { 1 }
        _ = await done.value
        benchmark.startMeasurement()
        for number in 0..<1_000 {
            let gate = Gate()
            let inner = Task {
                await gate.wait()
                return number
            }
            let outer = Task {
                _ = await done.value
                return await inner.value
            }
            gate.open()
            expect(await outer.value == number)
        }
    }
}
