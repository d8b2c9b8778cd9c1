import Benchmark
import BoltsTasks

/// Cancelling a token that many continuations have: the time of each.
///
/// Building them is not counted.
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
}
