import Benchmark

let benchmarks: @Sendable () -> Void = {
    link()
    create()
    done()
    adopt()
    whenAll()
    fanOut()
    contention()
    hop()
    awaiting()
    cancel()
}

/// The number of operations of one iteration, by which its time is divided.
private let operationCount = BenchmarkMetric.custom("operations")

private func makeConfiguration() -> Benchmark.Configuration {
    .init(
        metrics: [.wallClock, .throughput, operationCount],
        warmupIterations: 2,
        maxDuration: .milliseconds(400),
        maxIterations: 200
    )
}

/// Defines one case: the work of a row, done with one library.
func measure(_ row: String, _ library: String, operations: Int, _ body: @escaping (Benchmark) -> Void) {
    Benchmark("\(row)/\(library)", configuration: makeConfiguration()) { benchmark in
        body(benchmark)
        benchmark.stopMeasurement()
        benchmark.measurement(operationCount, operations)
    }
}

/// Defines one case in `async` code.
func measureAsync(_ row: String, _ library: String, operations: Int, _ body: @escaping (Benchmark) async -> Void) {
    Benchmark("\(row)/\(library)", configuration: makeConfiguration()) { benchmark in
        await body(benchmark)
        benchmark.stopMeasurement()
        benchmark.measurement(operationCount, operations)
    }
}

/// The names of the libraries in the table.
enum Library {
    static let bolts = "Bolts"
    /// `EventLoopFuture` on an `EmbeddedEventLoop`, which is its fastest form and has no threads.
    static let embedded = "NIO"
    /// `EventLoopFuture` on the loops of a `MultiThreadedEventLoopGroup`.
    static let threaded = "NIO threads"
    static let task = "Task"
    /// The least work of any library that makes one object per step.
    static let floor = "floor"
}

/// Stops a benchmark whose work failed, because its time would mean nothing.
func expect(_ condition: Bool, _ row: StaticString = #function) {
    if !condition { fatalError("wrong result in \(row)") }
}
