import Benchmark
import BoltsTasks
import Dispatch
import NIOCore
import NIOPosix

/// A chain of 1,000 links, each of which runs on a background queue; it is built before the clock starts.
func hop() {
    let length = 1_000

    // There is one serial queue, and each link is one more job for it.
    measure("hop", Library.bolts, operations: length) { benchmark in
        let executor = BoltsExecutor.queue(DispatchQueue(label: "hops"))
        let source = TaskCompletionSource<Int>()
        var task = source.task
        for _ in 0..<length { task = task.continueOnSuccessWith(executor) { $0 &+ 1 } }
        let end = DispatchSemaphore(value: 0)
        task.continueWith { _ in end.signal() }
        benchmark.startMeasurement()
        source.set(result: 0)
        end.wait()
        benchmark.stopMeasurement()
        expect(task.result == length)
    }
    measure("hop", Library.threaded, operations: length) { benchmark in
        let loop = eventLoops.next()
        let promise = loop.makePromise(of: Int.self)
        var future = promise.futureResult
        for _ in 0..<length { future = future.flatMap { number in loop.submit { number &+ 1 } } }
        benchmark.startMeasurement()
        promise.succeed(0)
        expect((try? future.wait()) == length)
    }
    measureAsync("hop", Library.task, operations: length) { benchmark in
        let home = CountingActor()
        benchmark.startMeasurement()
        var number = 0
        for _ in 0..<length { number = await home.next(number) }
        expect(number == length)
    }
}

private actor CountingActor {
    func next(_ number: Int) -> Int { number &+ 1 }
}
