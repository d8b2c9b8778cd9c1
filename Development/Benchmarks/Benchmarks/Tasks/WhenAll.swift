import Benchmark
import BoltsTasks
import Dispatch
import NIOCore
import NIOEmbedded
import NIOPosix

/// The time of each of 100,000 tasks that are waited for, and that two threads complete.
func whenAll() {
    let row = "whenAll"
    let count = 100_000

    measure(row, Library.bolts, operations: count) { benchmark in
        let sources = (0..<count).map { _ in TaskCompletionSource<Int>() }
        let tasks = sources.map(\.task)
        let crew = Crew(halves(of: count) { sources[$0].set(result: $0) })
        benchmark.startMeasurement()
        let all = BoltsTask.whenAll(tasks)
        crew.run()
        expect(all.isCompleted)
        benchmark.stopMeasurement()
        blackHole(sources)
    }

    // All futures are on one loop, like those of one connection, and are completed from outside it.
    measure(row, Library.threaded, operations: count) { benchmark in
        let loop = eventLoops.next()
        let promises = (0..<count).map { _ in loop.makePromise(of: Int.self) }
        let futures = promises.map(\.futureResult)
        let crew = Crew(halves(of: count) { promises[$0].succeed($0) })
        benchmark.startMeasurement()
        let all = EventLoopFuture.andAllSucceed(futures, on: loop)
        crew.run()
        expect((try? all.wait()) != nil)
        benchmark.stopMeasurement()
        blackHole(promises)
    }

    // This uses one thread, because the embedded loop has no others.
    measure(row, Library.embedded, operations: count) { benchmark in
        let loop = EmbeddedEventLoop()
        let promises = (0..<count).map { _ in loop.makePromise(of: Int.self) }
        let futures = promises.map(\.futureResult)
        let isDone = Counter()
        benchmark.startMeasurement()
        EventLoopFuture.andAllSucceed(futures, on: loop).whenSuccess { isDone.value = 1 }
        for index in 0..<count { promises[index].succeed(index) }
        expect(isDone.value == 1)
        benchmark.stopMeasurement()
        blackHole(promises)
    }

    // The tasks are awaited in turn, because a task group takes quadratic time.
    measureAsync(row, Library.task, operations: 10_000) { benchmark in
        let gates = (0..<10_000).map { _ in Gate() }
        let tasks = gates.map { gate in Task { await gate.wait() } }
        for gate in gates { await gate.settle() }
        let crew = Crew(halves(of: 10_000) { gates[$0].open() })
        benchmark.startMeasurement()
        DispatchQueue.global().async { crew.run() }
        for task in tasks { await task.value }
    }
}

/// Splits work for a range of numbers into two jobs.
func halves(of count: Int, _ body: @escaping @Sendable (Int) -> Void) -> [@Sendable () -> Void] {
    (0..<2)
        .map { half in
            { for index in stride(from: half, to: count, by: 2) { body(index) } }
        }
}
