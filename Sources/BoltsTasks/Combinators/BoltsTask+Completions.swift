extension BoltsTask {
    /// Returns tasks in the order in which they complete, each with its index in the argument.
    ///
    /// Tasks that are complete already come first, without waiting. The sequence can be read only once.
    ///
    /// ```swift
    /// func show(_ downloads: [BoltsTask<String>]) async {
    ///     for await (index, download) in BoltsTask.completions(of: downloads) {
    ///         print(index, download.result ?? "failed")
    ///     }
    /// }
    /// ```
    ///
    /// - Parameter tasks: The tasks.
    /// - Returns: A sequence that ends after the last of them has completed, or when the task that reads it is cancelled.
    public static func completions(
        of tasks: some Sequence<BoltsTask<Success>>
    ) -> AsyncStream<(index: Int, task: BoltsTask<Success>)> {
        let (stream, continuation) = AsyncStream.makeStream(of: (index: Int, task: BoltsTask<Success>).self)
        // The wait is cancelled when the iteration ends, so that pending tasks do not retain their waiters.
        let iteration = CancellationTokenSource()
        continuation.onTermination = { _ in iteration.cancel() }
        let settled = tasks.enumerated()
            .map { index, task in
                task.continueWith(.immediate, cancellationToken: iteration.token) { task in
                    _ = continuation.yield((index, task))
                }
            }
        BoltsTask<Void>.whenAll(settled).continueWith(.immediate) { _ in continuation.finish() }
        return stream
    }
}
