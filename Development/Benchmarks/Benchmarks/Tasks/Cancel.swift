import Benchmark
import BoltsTasks
import Dispatch
import OpenCombine

/// Cancelling a token that many continuations have: the time of each.
///
/// What was built before is not counted.
func cancel() {
    for count in [10_000, 20_000, 40_000] {
        measure(count == 10_000 ? "cancel" : "cancel \(count)", Library.bolts, operations: count) { benchmark in
            let source = TaskCompletionSource<Int>()
            let cancellation = CancellationTokenSource()
            let token = cancellation.token
            let tasks = (0..<count)
                .map { _ in
                    source.task.continueOnSuccessWith(cancellationToken: token) { $0 &+ 1 }
                }
            benchmark.startMeasurement()
            cancellation.cancel()
            benchmark.stopMeasurement()
            expect(tasks.allSatisfy(\.isCancelled))
            source.set(result: 1)
        }
    }

    measureAsync("cancel", Library.task, operations: 10_000) { benchmark in
        let gates = (0..<10_000).map { _ in Gate() }
        let tasks = gates.map { gate in
            Task {
                await withTaskCancellationHandler {
                    await gate.wait()
                } onCancel: {
                    gate.open()
                }
            }
        }
        for gate in gates { await gate.settle() }
        benchmark.startMeasurement()
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    measure("cancel", Library.combine, operations: 10_000) { benchmark in
        let promise = CombinePromise()
        let subscriptions = (0..<10_000).map { _ in promise.future.map { $0 &+ 1 }.sink { _ in } }
        benchmark.startMeasurement()
        for subscription in subscriptions { subscription.cancel() }
        benchmark.stopMeasurement()
        blackHole(promise)
    }

    // A mark on each; nobody is told.
    measure("cancel", Library.dispatch, operations: 10_000) { benchmark in
        let items = (0..<10_000).map { _ in DispatchWorkItem {} }
        benchmark.startMeasurement()
        for item in items { item.cancel() }
        benchmark.stopMeasurement()
        blackHole(items)
    }
}
