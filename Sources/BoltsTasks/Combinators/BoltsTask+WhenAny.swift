extension BoltsTask {
    // MARK: Waiting for one

    /// Waits for the first task that succeeds.
    ///
    /// ```swift
    /// func fastest(_ mirrors: [BoltsTask<String>]) -> BoltsTask<String> { BoltsTask.whenAny(mirrors) }
    /// ```
    ///
    /// - Parameters:
    ///   - tasks: The tasks.
    ///   - cancellationToken: Cancels the result immediately; the tasks continue and release the result.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task of the first result. If none succeeds, it fails or is cancelled like the result of `whenAll`, after
    ///   the last of them. Without tasks it fails with ``TaskUsageError/nothingToWaitFor``.
    public static func whenAny(
        _ tasks: some Sequence<BoltsTask<Success>>,
        cancellationToken: CancellationToken = .none,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Success> {
        let tasks = Array(tasks)
        if tasks.isEmpty { return BoltsTask(error: TaskUsageError.nothingToWaitFor) }
        let source = TaskCompletionSource<Success>(.whenAny, SourceLocation(file, line, function))
        let race = Race(source, tasks: tasks, cancellationToken)
        race.start(tasks) { _, task in
            if let result = task.result {
                race.take()?.source.trySet(result: result)
            } else if let lost = race.takeAfterLast() {
                lost.source.trySet(error: AggregateError.summary(of: lost.tasks) ?? CancellationError())
            }
        }
        return source.task
    }

    /// Waits for the first task that completes, with any outcome.
    ///
    /// ```swift
    /// func firstDone(_ tasks: [BoltsTask<Int>]) -> BoltsTask<Int> {
    ///     BoltsTask.whenFirst(tasks).continueOnSuccessWithTask { first in first.task }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - tasks: The tasks.
    ///   - cancellationToken: Cancels the result immediately; the tasks continue and release the result.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task that succeeds with the first completed task and its index. Without tasks it fails with
    ///   ``TaskUsageError/nothingToWaitFor``.
    public static func whenFirst(
        _ tasks: some Sequence<BoltsTask<Success>>,
        cancellationToken: CancellationToken = .none,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<(index: Int, task: BoltsTask<Success>)> {
        let tasks = Array(tasks)
        if tasks.isEmpty {
            return BoltsTask<(index: Int, task: BoltsTask<Success>)>(error: TaskUsageError.nothingToWaitFor)
        }
        let place = SourceLocation(file, line, function)
        let source = TaskCompletionSource<(index: Int, task: BoltsTask<Success>)>(.whenFirst, place)
        let race = Race(source, tasks: tasks, cancellationToken)
        race.start(tasks) { index, task in race.take()?.source.trySet(result: (index, task)) }
        return source.task
    }
}
