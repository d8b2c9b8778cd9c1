/// An asynchronous sequence of tasks, in the order in which they complete.
///
/// ```swift
/// func show(_ downloads: [BoltsTask<String>]) async {
///     for await (index, download) in BoltsTask.completions(of: downloads) {
///         print(index, download.result ?? "failed")
///     }
/// }
/// ```
public struct TaskCompletions<Success: Sendable>: AsyncSequence, Sendable {
    /// A completed task, and its index among those given.
    public typealias Element = (index: Int, task: BoltsTask<Success>)

    private let stream: AsyncStream<Element>

    init(_ tasks: [BoltsTask<Success>]) {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
        self.stream = stream
        // Cancelled when the iteration ends, so that pending tasks do not retain their waiters.
        let iteration = CancellationTokenSource()
        continuation.onTermination = { _ in iteration.cancel() }
        let settled = tasks.enumerated()
            .map { index, task in
                task.continueWith(.immediate, cancellationToken: iteration.token) { task in
                    _ = continuation.yield((index, task))
                }
            }
        BoltsTask.whenAll(settled).continueWith(.immediate) { _ in continuation.finish() }
    }

    /// Iterates over the tasks as they complete.
    ///
    /// Tasks that are complete already come first, without waiting.
    public struct Iterator: AsyncIteratorProtocol {
        var base: AsyncStream<Element>.Iterator

        /// Waits for the next task that completes; `nil` after the last one, or if the caller is cancelled.
        public mutating func next() async -> Element? {
            await base.next(isolation: #isolation)
        }
    }

    /// Starts the iteration, which can be done only once.
    public func makeAsyncIterator() -> Iterator { Iterator(base: stream.makeAsyncIterator()) }
}

extension BoltsTask {
    /// Returns tasks in the order in which they complete.
    ///
    /// - Parameter tasks: The tasks.
    /// - Returns: A sequence that ends after the last of them has completed.
    public static func completions(of tasks: some Sequence<BoltsTask<Success>>) -> TaskCompletions<Success> {
        TaskCompletions(Array(tasks))
    }
}
