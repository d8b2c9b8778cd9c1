extension BoltsTask {
    /// Waits for all tasks to succeed, or for the first one that does not.
    ///
    /// Unlike `whenAllResult`, it completes at the first failure or cancellation, and then releases the other tasks.
    ///
    /// ```swift
    /// func loadAll(_ loads: [BoltsTask<Int>]) -> BoltsTask<Int> {
    ///     BoltsTask.whenAllSucceed(loads).continueOnSuccessWith { $0.reduce(0, +) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - tasks: The tasks; without tasks the result is complete.
    ///   - cancellationToken: Cancels the result immediately; the tasks continue and release the result.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task of the results in the order of the tasks, or with the error or cancellation of the first task
    ///   that did not succeed.
    public static func whenAllSucceed(
        _ tasks: some Sequence<BoltsTask<Success>>,
        cancellationToken: CancellationToken = .none,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<[Success]> {
        if cancellationToken.isCancellationRequested { return .cancelled() }
        let tasks = Array(tasks)
        if tasks.isEmpty { return BoltsTask<[Success]>(result: []) }
        let source = TaskCompletionSource<[Success]>(.whenAllSucceed, SourceLocation(file, line, function))
        let race = Race(source, tasks: tasks, cancellationToken)
        race.start(tasks) { _, task in
            race.end(after: task) { all in
                all.tasks.compactMap { unsafe unsafeDowncast($0, to: BoltsTask<Success>.self).result }
            }
        }
        return source.task
    }
}
