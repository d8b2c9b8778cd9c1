import Benchmark
import BoltsTasks
import Dispatch
import Foundation
import NIOCore
import NIOPosix
import OpenCombine
import OpenCombineDispatch

/// A chain of 1,000 in which each link runs on a background queue, built before the clock starts.
func hop() {
    let length = 1_000

    // One serial queue: each link is one more job for it.
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
    measure("hop", "NIO onto queue", operations: length) { benchmark in
        let loop = eventLoops.next()
        let queue = DispatchQueue(label: "hops")
        let promise = loop.makePromise(of: Int.self)
        var future = promise.futureResult
        for _ in 0..<length { future = future.flatMapBlocking(onto: queue) { $0 &+ 1 } }
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
    measure("hop", Library.combine, operations: 300) { benchmark in
        let queue = DispatchQueue(label: "hops").ocombine
        let promise = CombinePromise()
        var publisher = promise.future.eraseToAnyPublisher()
        for _ in 0..<300 { publisher = publisher.receive(on: queue).map { $0 &+ 1 }.eraseToAnyPublisher() }
        let result = Counter()
        let end = DispatchSemaphore(value: 0)
        let subscription = publisher.sink { number in
            result.value = number
            end.signal()
        }
        benchmark.startMeasurement()
        promise.succeed(0)
        end.wait()
        benchmark.stopMeasurement()
        expect(result.value == 300)
        subscription.cancel()
    }
    measure("hop", Library.operations, operations: length) { benchmark in
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let end = DispatchSemaphore(value: 0)
        benchmark.startMeasurement()
        addNext(1, of: length, to: queue, end)
        end.wait()
    }
    measure("hop", Library.dispatch, operations: length) { benchmark in
        let queue = DispatchQueue(label: "hops")
        let end = DispatchSemaphore(value: 0)
        benchmark.startMeasurement()
        addNext(1, of: length, to: queue, then: queue, end)
        end.wait()
    }

    // Two queues, or loops, in turn: each link wakes another thread.
    measure("hop to and fro", Library.bolts, operations: length) { benchmark in
        let executors = (0..<2).map { BoltsExecutor.queue(DispatchQueue(label: "hops \($0)")) }
        let source = TaskCompletionSource<Int>()
        var task = source.task
        for index in 0..<length { task = task.continueOnSuccessWith(executors[index % 2]) { $0 &+ 1 } }
        let end = DispatchSemaphore(value: 0)
        task.continueWith { _ in end.signal() }
        benchmark.startMeasurement()
        source.set(result: 0)
        end.wait()
        benchmark.stopMeasurement()
        expect(task.result == length)
    }
    measure("hop to and fro", Library.threaded, operations: length) { benchmark in
        let loops = [eventLoops.next(), eventLoops.next()]
        let promise = loops[1].makePromise(of: Int.self)
        var future = promise.futureResult
        for index in 0..<length { future = future.hop(to: loops[index % 2]).map { $0 &+ 1 } }
        benchmark.startMeasurement()
        promise.succeed(0)
        expect((try? future.wait()) == length)
    }
    measure("hop to and fro", Library.dispatch, operations: length) { benchmark in
        let queues = (0..<2).map { DispatchQueue(label: "hops \($0)") }
        let end = DispatchSemaphore(value: 0)
        benchmark.startMeasurement()
        addNext(1, of: length, to: queues[0], then: queues[1], end)
        end.wait()
    }
}

private actor CountingActor {
    func next(_ number: Int) -> Int { number &+ 1 }
}

@Sendable
private func addNext(_ index: Int, of length: Int, to queue: OperationQueue, _ end: DispatchSemaphore) {
    queue.addOperation {
        if index == length { end.signal() } else { addNext(index + 1, of: length, to: queue, end) }
    }
}

@Sendable
private func addNext(
    _ index: Int,
    of length: Int,
    to queue: DispatchQueue,
    then other: DispatchQueue,
    _ end: DispatchSemaphore
) {
    queue.async {
        if index == length { end.signal() } else { addNext(index + 1, of: length, to: other, then: queue, end) }
    }
}
