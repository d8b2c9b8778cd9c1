// The continuations whose closures run on the main thread.
extension BoltsTask {
    /// Runs a closure on the main thread when this task completes, with any outcome.
    ///
    /// - Parameters:
    ///   - executor: `.mainThread`.
    ///   - cancellationToken: Cancels the result immediately, unless the closure has started.
    ///   - continuation: Called with this task, which has completed.
    ///   - file: The caller's file, which ``TaskDiagnostics`` shows.
    ///   - line: The caller's line.
    ///   - function: The caller's function.
    /// - Returns: The task of the closure's result.
    @inlinable
    @discardableResult
    public final func continueWith<Output: Sendable>(
        on executor: MainThreadExecutor,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> Output,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        let body = MainThreadExecutor.assumingMainThread(continuation)
        return continueWith(
            executor.executor,
            cancellationToken: cancellationToken,
            continuation: body,
            file: file,
            line: line,
            function: function
        )
    }

    /// Runs a closure on the main thread when this task completes, and then waits for the task it returns.
    ///
    /// - Parameters:
    ///   - executor: `.mainThread`.
    ///   - cancellationToken: Cancels the result immediately, unless the closure is running at that moment.
    ///   - continuation: Called with this task, which has completed.
    ///   - file: The caller's file, which ``TaskDiagnostics`` shows.
    ///   - line: The caller's line.
    ///   - function: The caller's function.
    /// - Returns: A task with the outcome of the one that the closure returns.
    @inlinable
    @discardableResult
    public final func continueWithTask<Output: Sendable>(
        on executor: MainThreadExecutor,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        let body = MainThreadExecutor.assumingMainThread(continuation)
        return continueWithTask(
            executor.executor,
            cancellationToken: cancellationToken,
            continuation: body,
            file: file,
            line: line,
            function: function
        )
    }

    /// Runs a closure on the main thread when this task succeeds.
    ///
    /// - Parameters:
    ///   - executor: `.mainThread`.
    ///   - cancellationToken: Cancels the result immediately, unless the closure has started.
    ///   - continuation: Called with the result of this task.
    ///   - file: The caller's file, which ``TaskDiagnostics`` shows.
    ///   - line: The caller's line.
    ///   - function: The caller's function.
    /// - Returns: The task of the closure's result.
    @inlinable
    @discardableResult
    public final func continueOnSuccessWith<Output: Sendable>(
        on executor: MainThreadExecutor,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @MainActor @Sendable (Success) throws -> Output,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        let body = MainThreadExecutor.assumingMainThread(continuation)
        return continueOnSuccessWith(
            executor.executor,
            cancellationToken: cancellationToken,
            continuation: body,
            file: file,
            line: line,
            function: function
        )
    }

    /// Runs a closure on the main thread when this task succeeds, and then waits for the task it returns.
    ///
    /// - Parameters:
    ///   - executor: `.mainThread`.
    ///   - cancellationToken: Cancels the result immediately, unless the closure is running at that moment.
    ///   - continuation: Called with the result of this task.
    ///   - file: The caller's file, which ``TaskDiagnostics`` shows.
    ///   - line: The caller's line.
    ///   - function: The caller's function.
    /// - Returns: A task with the outcome of the one that the closure returns.
    @inlinable
    @discardableResult
    public final func continueOnSuccessWithTask<Output: Sendable>(
        on executor: MainThreadExecutor,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @MainActor @Sendable (Success) throws -> BoltsTask<Output>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        let body = MainThreadExecutor.assumingMainThread(continuation)
        return continueOnSuccessWithTask(
            executor.executor,
            cancellationToken: cancellationToken,
            continuation: body,
            file: file,
            line: line,
            function: function
        )
    }

    /// Runs a closure on the main thread when this task fails with an error of a given type.
    ///
    /// - Parameters:
    ///   - executor: `.mainThread`.
    ///   - cancellationToken: Cancels the result immediately, unless the closure has started.
    ///   - continuation: Called with the error.
    ///   - file: The caller's file, which ``TaskDiagnostics`` shows.
    ///   - line: The caller's line.
    ///   - function: The caller's function.
    /// - Returns: A task of the closure's result, or of this task's.
    @inlinable
    @discardableResult
    public final func continueOnErrorWith<ErrorType: Error>(
        on executor: MainThreadExecutor,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @MainActor @Sendable (ErrorType) throws -> Success,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Success> {
        let body = MainThreadExecutor.assumingMainThread(continuation)
        return continueOnErrorWith(
            executor.executor,
            cancellationToken: cancellationToken,
            continuation: body,
            file: file,
            line: line,
            function: function
        )
    }

    /// Runs a closure on the main thread when this task fails with an error of a given type, and then waits for the
    /// task it returns.
    ///
    /// - Parameters:
    ///   - executor: `.mainThread`.
    ///   - cancellationToken: Cancels the result immediately, unless the closure is running at that moment.
    ///   - continuation: Called with the error.
    ///   - file: The caller's file, which ``TaskDiagnostics`` shows.
    ///   - line: The caller's line.
    ///   - function: The caller's function.
    /// - Returns: A task with the outcome of the one that the closure returns, or of this one if the closure was
    ///   skipped.
    @inlinable
    @discardableResult
    public final func continueOnErrorWithTask<ErrorType: Error>(
        on executor: MainThreadExecutor,
        cancellationToken: CancellationToken = .none,
        continuation: @escaping @MainActor @Sendable (ErrorType) throws -> BoltsTask<Success>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Success> {
        let body = MainThreadExecutor.assumingMainThread(continuation)
        return continueOnErrorWithTask(
            executor.executor,
            cancellationToken: cancellationToken,
            continuation: body,
            file: file,
            line: line,
            function: function
        )
    }

    /// Runs a closure on the main thread when this task completes, and then passes on the outcome.
    ///
    /// - Parameters:
    ///   - executor: `.mainThread`.
    ///   - cancellationToken: Cancels the result immediately, unless the closure has started.
    ///   - cleanup: The closure. An error that it throws becomes the outcome of the result.
    ///   - file: The caller's file, which ``TaskDiagnostics`` shows.
    ///   - line: The caller's line.
    ///   - function: The caller's function.
    /// - Returns: A task that completes after the closure, with this task's outcome.
    @inlinable
    @discardableResult
    public final func finally(
        on executor: MainThreadExecutor,
        cancellationToken: CancellationToken = .none,
        cleanup: @escaping @MainActor @Sendable () throws -> Void,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Success> {
        continueWithTask(on: executor, cancellationToken: cancellationToken) { task in
            try cleanup()
            return task
        }
    }
}
