// The short forms, whose closures run where they are written. A closure that is written in code of the main actor or an actor
// runs on that actor; other closures run as with the default executor.
//
// `body.isolation` is that actor. The isolation is the first field of the closure's context, and the call has the form of a
// plain function, so the nonisolated type can call it; the caller ensures that the actor is current. Because of that context, a
// closure without captures costs one more allocation here than with `continueWith…`.

extension BoltsTask {
    // MARK: On success

    /// Runs a closure when this task succeeds.
    ///
    /// If this task fails or is cancelled, the closure is skipped and the result has the same outcome.
    ///
    /// The closure runs in the isolation in which it is written: in code of the main actor or of an actor it runs on that
    /// actor, without a hop if the completing thread is already on it. Elsewhere it runs on the thread that completes this
    /// task, as with ``BoltsExecutor/default``.
    ///
    /// ```swift
    /// @MainActor final class Screen {
    ///     var title = ""
    ///     func show(_ name: BoltsTask<String>) {
    ///         name.then { self.title = $0 }
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - cancellationToken: Cancels the result immediately, unless the closure has started.
    ///   - body: Called with the result of this task.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: The task of the closure's result.
    @inlinable
    @discardableResult
    public final func then<Output: Sendable>(
        cancellationToken: CancellationToken = .none,
        @_inheritActorContext(always) _ body: @escaping @Sendable @isolated(any) (Success) throws -> Output,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        unsafe continueOnSuccessWith(
            BoltsExecutor(isolation: body.isolation),
            cancellationToken: cancellationToken,
            continuation: unsafeBitCast(body, to: (@Sendable (Success) throws -> Output).self),
            file: file,
            line: line,
            function: function
        )
    }

    /// Runs a closure when this task succeeds, and then waits for the task it returns.
    ///
    /// The closure runs in the same isolation as that of ``then(cancellationToken:_:file:line:function:)``.
    ///
    /// - Parameters:
    ///   - cancellationToken: Cancels the result immediately, unless the closure is running at that moment.
    ///   - body: Called with the result of this task. Returns the task whose outcome becomes the result's.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task with the outcome of the returned task, or of this one if it did not succeed.
    @inlinable
    @discardableResult
    public final func thenTask<Output: Sendable>(
        cancellationToken: CancellationToken = .none,
        @_inheritActorContext(always) _ body: @escaping @Sendable @isolated(any) (Success) throws -> BoltsTask<Output>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        unsafe continueOnSuccessWithTask(
            BoltsExecutor(isolation: body.isolation),
            cancellationToken: cancellationToken,
            continuation: unsafeBitCast(body, to: (@Sendable (Success) throws -> BoltsTask<Output>).self),
            file: file,
            line: line,
            function: function
        )
    }

    // MARK: On error

    /// Runs a closure when this task fails; the value it returns replaces the failure.
    ///
    /// A cancellation is not a failure: the closure is skipped, and the result is cancelled.
    ///
    /// The closure runs in the same isolation as that of ``then(cancellationToken:_:file:line:function:)``.
    ///
    /// - Parameters:
    ///   - cancellationToken: Cancels the result immediately, unless the closure has started.
    ///   - body: Called with the error.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task of the closure's result, or of this task's.
    @inlinable
    @discardableResult
    public final func recover(
        cancellationToken: CancellationToken = .none,
        @_inheritActorContext(always) _ body: @escaping @Sendable @isolated(any) (any Error) throws -> Success,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Success> {
        unsafe continueOnErrorWith(
            BoltsExecutor(isolation: body.isolation),
            cancellationToken: cancellationToken,
            continuation: unsafeBitCast(body, to: (@Sendable (any Error) throws -> Success).self),
            file: file,
            line: line,
            function: function
        )
    }

    /// Runs a closure when this task fails with an error of a given type.
    ///
    /// The closure runs in the same isolation as that of ``then(cancellationToken:_:file:line:function:)``.
    ///
    /// - Parameters:
    ///   - type: The type of the errors. The closure is skipped for other errors.
    ///   - cancellationToken: Cancels the result immediately, unless the closure has started.
    ///   - body: Called with the error.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task of the closure's result, or of this task's.
    @inlinable
    @discardableResult
    public final func recover<ErrorType: Error>(
        from type: ErrorType.Type,
        cancellationToken: CancellationToken = .none,
        @_inheritActorContext(always) _ body: @escaping @Sendable @isolated(any) (ErrorType) throws -> Success,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Success> {
        unsafe continueOnErrorWith(
            BoltsExecutor(isolation: body.isolation),
            cancellationToken: cancellationToken,
            continuation: unsafeBitCast(body, to: (@Sendable (ErrorType) throws -> Success).self),
            file: file,
            line: line,
            function: function
        )
    }

    /// Runs a closure when this task fails, and then waits for the task it returns.
    ///
    /// The closure runs in the same isolation as that of ``then(cancellationToken:_:file:line:function:)``.
    ///
    /// - Parameters:
    ///   - cancellationToken: Cancels the result immediately, unless the closure is running at that moment.
    ///   - body: Called with the error. Returns the task whose outcome becomes the result's.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task with the outcome of the returned task, or of this one if the closure was skipped.
    @inlinable
    @discardableResult
    public final func recoverTask(
        cancellationToken: CancellationToken = .none,
        @_inheritActorContext(always) _ body:
            @escaping @Sendable @isolated(any) (any Error) throws -> BoltsTask<Success>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Success> {
        unsafe continueOnErrorWithTask(
            BoltsExecutor(isolation: body.isolation),
            cancellationToken: cancellationToken,
            continuation: unsafeBitCast(body, to: (@Sendable (any Error) throws -> BoltsTask<Success>).self),
            file: file,
            line: line,
            function: function
        )
    }

    /// Runs a closure when this task fails with an error of a given type, and then waits for the task it returns.
    ///
    /// The closure runs in the same isolation as that of ``then(cancellationToken:_:file:line:function:)``.
    ///
    /// - Parameters:
    ///   - type: The type of the errors. The closure is skipped for other errors.
    ///   - cancellationToken: Cancels the result immediately, unless the closure is running at that moment.
    ///   - body: Called with the error. Returns the task whose outcome becomes the result's.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task with the outcome of the returned task, or of this one if the closure was skipped.
    @inlinable
    @discardableResult
    public final func recoverTask<ErrorType: Error>(
        from type: ErrorType.Type,
        cancellationToken: CancellationToken = .none,
        @_inheritActorContext(always) _ body:
            @escaping @Sendable @isolated(any) (ErrorType) throws -> BoltsTask<Success>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Success> {
        unsafe continueOnErrorWithTask(
            BoltsExecutor(isolation: body.isolation),
            cancellationToken: cancellationToken,
            continuation: unsafeBitCast(body, to: (@Sendable (ErrorType) throws -> BoltsTask<Success>).self),
            file: file,
            line: line,
            function: function
        )
    }

    // MARK: On any outcome

    /// Runs a closure when this task completes, with any outcome.
    ///
    /// The closure runs in the same isolation as that of ``then(cancellationToken:_:file:line:function:)``.
    ///
    /// - Parameters:
    ///   - cancellationToken: Cancels the result immediately, unless the closure has started.
    ///   - body: Called with this task, which has completed.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: The task of the closure's result.
    @inlinable
    @discardableResult
    public final func always<Output: Sendable>(
        cancellationToken: CancellationToken = .none,
        @_inheritActorContext(always) _ body: @escaping @Sendable @isolated(any) (BoltsTask<Success>) throws -> Output,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        unsafe continueWith(
            BoltsExecutor(isolation: body.isolation),
            cancellationToken: cancellationToken,
            continuation: unsafeBitCast(body, to: (@Sendable (BoltsTask<Success>) throws -> Output).self),
            file: file,
            line: line,
            function: function
        )
    }

    /// Runs a closure when this task completes, with any outcome, and then waits for the task it returns.
    ///
    /// The closure runs in the same isolation as that of ``then(cancellationToken:_:file:line:function:)``.
    ///
    /// - Parameters:
    ///   - cancellationToken: Cancels the result immediately, unless the closure is running at that moment.
    ///   - body: Called with this task, which has completed. Returns the task whose outcome becomes the result's.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task with the outcome of the returned task.
    @inlinable
    @discardableResult
    public final func alwaysTask<Output: Sendable>(
        cancellationToken: CancellationToken = .none,
        @_inheritActorContext(always) _ body:
            @escaping @Sendable @isolated(any) (BoltsTask<Success>) throws -> BoltsTask<Output>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        unsafe continueWithTask(
            BoltsExecutor(isolation: body.isolation),
            cancellationToken: cancellationToken,
            continuation: unsafeBitCast(body, to: (@Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>).self),
            file: file,
            line: line,
            function: function
        )
    }

    // MARK: Finally

    /// Runs a closure when this task completes, and then passes on the outcome.
    ///
    /// The closure runs in the same isolation as that of ``then(cancellationToken:_:file:line:function:)``.
    ///
    /// - Parameters:
    ///   - cancellationToken: Cancels the result immediately, unless the closure has started.
    ///   - cleanup: The closure. An error that it throws becomes the outcome of the result.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task that completes after the closure, with this task's outcome.
    @inlinable
    @discardableResult
    public final func finally(
        cancellationToken: CancellationToken = .none,
        @_inheritActorContext(always) cleanup: @escaping @Sendable @isolated(any) () throws -> Void,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Success> {
        unsafe finally(
            BoltsExecutor(isolation: cleanup.isolation),
            cancellationToken: cancellationToken,
            cleanup: unsafeBitCast(cleanup, to: (@Sendable () throws -> Void).self),
            file: file,
            line: line,
            function: function
        )
    }

    /// Runs a closure when this task completes, waits for the task it returns, and then passes on this task's outcome.
    ///
    /// The closure runs in the same isolation as that of ``then(cancellationToken:_:file:line:function:)``.
    ///
    /// ```swift
    /// func read(_ text: BoltsTask<String>, close: @escaping @Sendable () -> BoltsTask<Void>) -> BoltsTask<String> {
    ///     text.finallyTask { close() }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - cancellationToken: Cancels the result immediately, unless the closure is running at that moment.
    ///   - cleanup: The closure. An error that it throws, and a failure or cancellation of the task it returns, becomes the
    ///     outcome of the result.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task that completes after the returned task, with this task's outcome.
    @inlinable
    @discardableResult
    public final func finallyTask<Ignored: Sendable>(
        cancellationToken: CancellationToken = .none,
        @_inheritActorContext(always) cleanup: @escaping @Sendable @isolated(any) () throws -> BoltsTask<Ignored>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Success> {
        let plain = unsafe unsafeBitCast(cleanup, to: (@Sendable () throws -> BoltsTask<Ignored>).self)
        return continueWithTask(
            BoltsExecutor(isolation: cleanup.isolation),
            cancellationToken: cancellationToken,
            continuation: { task in try plain().continueOnSuccessWithTask { _ in task } },
            file: file,
            line: line,
            function: function
        )
    }
}
