extension BoltsTask where Success == Void {
    /// Repeats asynchronous work on an executor while a condition holds, in constant memory.
    ///
    /// ```swift
    /// func drain(
    ///     _ isEmpty: @escaping @Sendable () -> Bool,
    ///     _ send: @escaping @Sendable (CancellationToken) -> BoltsTask<Void>,
    ///     _ token: CancellationToken
    /// ) -> BoltsTask<Void> {
    ///     BoltsTask.continueWhile(.queue(.global()), cancellationToken: token) { !isEmpty() } body: { token in send(token) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - executor: Where the condition and the work run.
    ///   - cancellationToken: Cancels the result and the token of the running round immediately; no further round starts.
    ///   - predicate: Returns whether to run another round. An error that it throws fails the result.
    ///   - body: Starts one round, called with `cancellationToken`. A round that fails or is cancelled ends the loop with
    ///     that outcome.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task that completes when the loop ends.
    public static func continueWhile(
        _ executor: BoltsExecutor,
        cancellationToken: CancellationToken = .none,
        predicate: @escaping @Sendable () throws -> Bool,
        body:
            @escaping @Sendable (_ token: CancellationToken) throws -> BoltsTask<Void>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Void> {
        repeating(
            executor,
            cancellationToken: cancellationToken,
            predicate: predicate,
            body: { try body(cancellationToken) },
            file: file,
            line: line,
            function: function
        )
    }

    /// Repeats work that has its own token, in constant memory.
    static func repeating(
        _ executor: BoltsExecutor,
        cancellationToken: CancellationToken,
        predicate: @escaping @Sendable () throws -> Bool,
        body: @escaping @Sendable () throws -> BoltsTask<Void>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Void> {
        // All rounds have the same token, so each forwards to the previous one, and memory use is constant.
        @Sendable func round() throws -> BoltsTask<Void> {
            while true {
                try cancellationToken.throwIfCancellationRequested()
                guard try predicate() else {
                    // The condition may have cancelled the loop.
                    try cancellationToken.throwIfCancellationRequested()
                    return BoltsTask(result: ())
                }
                let task = try body()
                // A complete round would start the next one within its own call, until the stack is low.
                guard task.result != nil, executor.isCurrent else {
                    return task.continueOnSuccessWithTask(executor, cancellationToken: cancellationToken) {
                        try round()
                    }
                }
            }
        }
        return started(
            as: .continueWhile,
            executor,
            cancellationToken: cancellationToken,
            file: file,
            line: line,
            function: function,
            start: { try round() }
        )
    }
}
