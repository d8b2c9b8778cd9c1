import Benchmark
import BoltsTasks
import Dispatch
import Foundation
import NIOCore
import NIOEmbedded
import OpenCombine

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

    // Its subscribers nest: a longer chain overflows the stack.
    measure(row, Library.combine, operations: 300 * 10) { _ in
        for _ in 0..<10 {
            let promise = CombinePromise()
            var publisher = promise.future.eraseToAnyPublisher()
            for _ in 0..<300 { publisher = publisher.map { $0 &+ 1 }.eraseToAnyPublisher() }
            let result = Counter()
            let subscription = publisher.sink { result.value = $0 }
            promise.succeed(0)
            expect(result.value == 300)
            subscription.cancel()
        }
    }

    measure(row, Library.operations, operations: length) { _ in
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let result = Counter()
        var operations: [Operation] = []
        for _ in 0..<length {
            let operation = BlockOperation { result.value &+= 1 }
            if let last = operations.last { operation.addDependency(last) }
            operations.append(operation)
        }
        queue.addOperations(operations, waitUntilFinished: true)
        expect(result.value == length)
    }

    measure(row, Library.dispatch, operations: length) { _ in
        let queue = DispatchQueue(label: "chain")
        let result = Counter()
        let first = DispatchWorkItem { result.value &+= 1 }
        var last = first
        for _ in 1..<length {
            let item = DispatchWorkItem { result.value &+= 1 }
            last.notify(queue: queue, execute: item)
            last = item
        }
        queue.async(execute: first)
        last.wait()
        expect(result.value == length)
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

/// A future of OpenCombine's that is completed from outside.
struct CombinePromise {
    let future: Future<Int, Never>
    private let promise: Future<Int, Never>.Promise

    init() {
        var kept: Future<Int, Never>.Promise?
        future = Future { kept = $0 }
        guard let kept else { fatalError("a future gave no promise") }
        promise = kept
    }

    func succeed(_ value: Int) { promise(.success(value)) }
}
