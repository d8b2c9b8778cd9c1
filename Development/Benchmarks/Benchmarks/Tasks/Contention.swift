import Benchmark
import BoltsTasks
import NIOCore
import NIOPosix

/// Two threads add continuations to tasks in a row while a third completes them: the time of each continuation.
func contention() {
    let row = "contention"
    let tasks = 2_000
    let perTask = 5
    let operations = tasks * perTask * 2

    measure(row, Library.bolts, operations: operations) { benchmark in
        let sources = (0..<tasks).map { _ in TaskCompletionSource<Int>() }
        let add: @Sendable () -> Void = {
            for source in sources {
                for _ in 0..<perTask { source.task.continueOnSuccessWith { $0 &+ 1 } }
            }
        }
        let crew = Crew([add, add, { for source in sources { source.set(result: 1) } }])
        benchmark.startMeasurement()
        crew.run()
        benchmark.stopMeasurement()
        blackHole(sources)
    }

    measure(row, Library.threaded, operations: operations) { benchmark in
        let loop = eventLoops.next()
        let promises = (0..<tasks).map { _ in loop.makePromise(of: Int.self) }
        let add: @Sendable () -> Void = {
            for promise in promises {
                for _ in 0..<perTask { _ = promise.futureResult.map { $0 &+ 1 } }
            }
        }
        let crew = Crew([add, add, { for promise in promises { promise.succeed(1) } }])
        benchmark.startMeasurement()
        crew.run()
        expect((try? loop.submit {}.wait()) != nil)
        benchmark.stopMeasurement()
        blackHole(promises)
    }
}
