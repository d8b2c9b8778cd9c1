// The continuations whose closures run on the main thread.
extension BoltsTask {
    /// Runs a closure on the main thread when this task completes, with any outcome: see
    /// ``continueWith(_:cancellationToken:continuation:file:line:function:)``.
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

    /// Runs a closure on the main thread when this task completes, and then waits for the task it returns: see
    /// ``continueWithTask(_:cancellationToken:continuation:file:line:function:)``.
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

    /// Runs a closure on the main thread when this task succeeds: see
    /// ``continueOnSuccessWith(_:cancellationToken:continuation:file:line:function:)``.
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

    /// Runs a closure on the main thread when this task succeeds, and then waits for the task it returns: see
    /// ``continueOnSuccessWithTask(_:cancellationToken:continuation:file:line:function:)``.
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

    /// Runs a closure on the main thread when this task fails with an error of a given type: see
    /// ``continueOnErrorWith(_:cancellationToken:continuation:file:line:function:)``.
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
    /// task it returns: see ``continueOnErrorWithTask(_:cancellationToken:continuation:file:line:function:)``.
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

    /// Runs a closure on the main thread when this task completes, and then passes on the outcome: see
    /// ``finally(_:cancellationToken:cleanup:file:line:function:)``.
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
