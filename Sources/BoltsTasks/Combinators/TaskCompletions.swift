/// Tasks in the order in which they end.
///
/// ```swift
/// func show(_ downloads: [BoltsTask<String>]) async {
///     for await (index, download) in BoltsTask.completions(of: downloads) {
///         print(index, download.result ?? "failed")
///     }
/// }
/// ```
public struct TaskCompletions<Success: Sendable>: AsyncSequence, Sendable {
    /// A task that has ended, and its place among those given.
    public typealias Element = (index: Int, task: BoltsTask<Success>)

    private let stream: AsyncStream<Element>

    init(_ tasks: [BoltsTask<Success>]) {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
        self.stream = stream
        // Cancelled when nobody reads any more, so that tasks that go on need not keep what waits for them.
        let reading = CancellationTokenSource()
        continuation.onTermination = { _ in reading.cancel() }
        let settled = tasks.enumerated()
            .map { index, task in
                task.continueWith(.immediate, cancellationToken: reading.token) { task in
                    _ = continuation.yield((index, task))
                }
            }
        BoltsTask.whenAll(settled).continueWith(.immediate) { _ in continuation.finish() }
    }

    /// Walks through the tasks as they end.
    ///
    /// What ended before is given at once.
    public struct Iterator: AsyncIteratorProtocol {
        var base: AsyncStream<Element>.Iterator

        /// The next task that ends; `nil` after the last, or when the caller is cancelled.
        public mutating func next() async -> Element? {
            await base.next(isolation: #isolation)
        }
    }

    /// Begins a walk.
    ///
    /// One sequence is walked once.
    public func makeAsyncIterator() -> Iterator { Iterator(base: stream.makeAsyncIterator()) }
}

extension BoltsTask {
    /// Gives tasks in the order in which they end.
    ///
    /// - Parameter tasks: The tasks.
    /// - Returns: A sequence that ends after the last of them.
    public static func completions(of tasks: some Sequence<BoltsTask<Success>>) -> TaskCompletions<Success> {
        TaskCompletions(Array(tasks))
    }
}
