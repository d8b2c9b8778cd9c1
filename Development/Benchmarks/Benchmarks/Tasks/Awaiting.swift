import Benchmark
import BoltsTasks
import Dispatch
import NIOCore
import NIOPosix

/// `await task.value`.
func awaiting() {
    let count = 20_000

    measureAsync("await ready", Library.bolts, operations: count) { benchmark in
        let task = BoltsTask(result: 1)
        var sum = 0
        benchmark.startMeasurement()
        for _ in 0..<count { sum &+= (try? await task.value) ?? 0 }
        expect(sum == count)
    }
    measureAsync("await ready", Library.task, operations: count) { benchmark in
        let task = Task<Int, any Error> { 1 }
        var sum = ((try? await task.value) ?? 0) &- 1
        benchmark.startMeasurement()
        for _ in 0..<count { sum &+= (try? await task.value) ?? 0 }
        expect(sum == count)
    }
    measureAsync("await ready", Library.threaded, operations: 1_000) { benchmark in
        let future = eventLoops.next().makeSucceededFuture(1)
        var sum = 0
        benchmark.startMeasurement()
        for _ in 0..<1_000 { sum &+= (try? await future.get()) ?? 0 }
        expect(sum == 1_000)
    }

    // Another thread, which must wake up first, completes each task, so the task is pending when it is awaited.
    let pending = 500
    let other = DispatchQueue(label: "other thread")
    measureAsync("await pending", Library.bolts, operations: pending) { benchmark in
        let sources = (0..<pending).map { _ in TaskCompletionSource<Int>() }
        var sum = 0
        benchmark.startMeasurement()
        for source in sources {
            other.async { source.set(result: 1) }
            sum &+= (try? await source.task.value) ?? 0
        }
        expect(sum == pending)
    }
    measureAsync("await pending", Library.task, operations: pending) { benchmark in
        let gates = (0..<pending).map { _ in Gate() }
        let tasks = gates.map { gate in
            Task<Int, any Error> {
                await gate.wait()
                return 1
            }
        }
        for gate in gates { await gate.settle() }
        var sum = 0
        benchmark.startMeasurement()
        for (gate, task) in zip(gates, tasks) {
            other.async { gate.open() }
            sum &+= (try? await task.value) ?? 0
        }
        expect(sum == pending)
    }
    measureAsync("await pending", Library.threaded, operations: pending) { benchmark in
        let loop = eventLoops.next()
        let promises = (0..<pending).map { _ in loop.makePromise(of: Int.self) }
        var sum = 0
        benchmark.startMeasurement()
        for promise in promises {
            other.async { promise.succeed(1) }
            sum &+= (try? await promise.futureResult.get()) ?? 0
        }
        expect(sum == pending)
    }
    // A continuation alone, resumed by the other thread.
    measureAsync("await pending", Library.floor, operations: pending) { benchmark in
        var sum = 0
        benchmark.startMeasurement()
        for _ in 0..<pending {
            sum &+= await withUnsafeContinuation { continuation in
                other.async { continuation.resume(returning: 1) }
            }
        }
        expect(sum == pending)
    }
}
