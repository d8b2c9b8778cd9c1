extension BoltsTask {
    // MARK: Waiting for all

    /// Waits for all tasks to complete, with any outcome.
    ///
    /// ```swift
    /// func saveAll(_ saves: [BoltsTask<Int>]) -> BoltsTask<String> {
    ///     BoltsTask.whenAll(saves).continueOnSuccessWith { "saved" }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - tasks: The tasks; without tasks the result is complete.
    ///   - cancellationToken: Cancels the result immediately; the tasks continue and release the result.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task that completes after the last of them: successfully if all succeeded; with the error of the one that
    ///   failed, or an ``AggregateError`` if several did; cancelled if some were cancelled and none failed.
    /// - Complexity: O(n), without an allocation for each task.
    @inlinable
    public static func whenAll(
        _ tasks: some Sequence<BoltsTask<Success>>,
        cancellationToken: CancellationToken = .none,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Void> {
        let node = WaitAllNode.BoltsTask(Array(tasks)) { tasks in
            for task in tasks where task.currentStatus != .success {
                throw AggregateError.summary(of: tasks) ?? CancellationError()
            }
        }
        node.begin(as: .whenAll, cancellationToken, SourceLocation(file, line, function))
        return node
    }

    /// Waits for all tasks to complete, with any outcome, like `whenAll` with a sequence.
    @inlinable
    public static func whenAll(
        _ tasks: BoltsTask<Success>...,
        cancellationToken: CancellationToken = .none,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Void> {
        whenAll(tasks, cancellationToken: cancellationToken, file: file, line: line, function: function)
    }

    /// Waits for all tasks and returns their results.
    ///
    /// ```swift
    /// func total(_ parts: [BoltsTask<Int>]) -> BoltsTask<Int> {
    ///     BoltsTask.whenAllResult(parts).continueOnSuccessWith { $0.reduce(0, +) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - tasks: The tasks; without tasks the result is complete.
    ///   - cancellationToken: Cancels the result immediately; the tasks continue and release the result.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task of the results in the order of the tasks. It fails or is cancelled in the same cases as the result of
    ///   `whenAll`.
    /// - Complexity: O(n), without an allocation for each task.
    @inlinable
    public static func whenAllResult(
        _ tasks: some Sequence<BoltsTask<Success>>,
        cancellationToken: CancellationToken = .none,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<[Success]> {
        let node = WaitAllNode.BoltsTask(Array(tasks)) { tasks in
            var results: [Success] = []
            results.reserveCapacity(tasks.count)
            for task in tasks {
                guard let result = task.result else { break }
                results.append(result)
            }
            if results.count == tasks.count { return results }
            throw AggregateError.summary(of: tasks) ?? CancellationError()
        }
        node.begin(as: .whenAllResult, cancellationToken, SourceLocation(file, line, function))
        return node
    }

    /// Waits for all tasks and returns their results, like `whenAllResult` with a sequence; for different types, use `zip`.
    @inlinable
    public static func whenAllResult(
        _ tasks: BoltsTask<Success>...,
        cancellationToken: CancellationToken = .none,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<[Success]> {
        whenAllResult(tasks, cancellationToken: cancellationToken, file: file, line: line, function: function)
    }

    /// Waits for all tasks and returns their outcomes.
    ///
    /// The result never fails.
    ///
    /// ```swift
    /// func countFailures(of saves: [BoltsTask<Int>]) -> BoltsTask<Int> {
    ///     BoltsTask.whenAllSettled(saves).continueOnSuccessWith { outcomes in
    ///         outcomes.count { outcome in (try? outcome.get()) == nil }
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - tasks: The tasks; without tasks the result is complete.
    ///   - cancellationToken: Cancels the result immediately; the tasks continue and release the result.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task of the outcomes in the order of the tasks. The outcome of a cancelled task is a failure with
    ///   `CancellationError`.
    /// - Complexity: O(n), without an allocation for each task.
    @inlinable
    public static func whenAllSettled(
        _ tasks: some Sequence<BoltsTask<Success>>,
        cancellationToken: CancellationToken = .none,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<[Result<Success, any Error>]> {
        let node = WaitAllNode.BoltsTask(Array(tasks)) { tasks in tasks.map { $0.typedResolved.finalResult } }
        node.begin(as: .whenAllSettled, cancellationToken, SourceLocation(file, line, function))
        return node
    }
}
