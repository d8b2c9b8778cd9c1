extension BoltsTask where Success == Void {
    /// Waits for tasks of different types to succeed, or for the first one that does not, and returns their results.
    ///
    /// After a failure or a cancellation it does not wait for the other tasks and releases them. They continue, because other
    /// code may wait for them: to end their work, give it a token and cancel that when the result fails. Their later failures
    /// are not part of the error. To wait for the end of all, use `whenAll` as well.
    ///
    /// For tasks of the same type in a sequence, use `whenAllSucceed`.
    ///
    /// ```swift
    /// func greeting(_ name: BoltsTask<String>, _ age: BoltsTask<Int>) -> BoltsTask<String> {
    ///     BoltsTask.zip(name, age).then { name, age in "\(name), \(age)" }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - tasks: The tasks.
    ///   - cancellationToken: Cancels the result immediately; the tasks continue and release the result.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task of the results, or with the error or cancellation of the first task that did not succeed.
    public static func zip<each Output: Sendable>(
        _ tasks: repeat BoltsTask<each Output>,
        cancellationToken: CancellationToken = .none,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<(repeat each Output)> {
        if cancellationToken.isCancellationRequested { return .cancelled() }
        var cores: [_TaskCore] = []
        repeat cores.append(each tasks)
        let place = SourceLocation(file, line, function)
        let source = TaskCompletionSource<(repeat each Output)>(.zip, place)
        if cores.isEmpty { source.trySet(result: (repeat (each tasks).typedResolved.success)) }
        let race = Race(source, tasks: cores, cancellationToken)
        let results: @Sendable (Race<(repeat each Output)>.Contest) -> (repeat each Output) = { _ in
            (repeat (each tasks).typedResolved.success)
        }
        var waiters: [any AnyCancellableWaiter] = []
        func add<Input: Sendable>(_: BoltsTask<Input>) {
            waiters.append(CancellableWaiter<Input> { task in race.end(after: task, results: results) })
        }
        repeat add(each tasks)
        race.start(cores, with: waiters)
        return source.task
    }
}
