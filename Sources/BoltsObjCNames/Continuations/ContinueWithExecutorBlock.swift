public import BoltsTasks

// Objective-C's `continueWithExecutor:withBlock:`, with and without a token.

extension BoltsTask {
    // MARK: Without a token

    /// Runs a block when this task completes.
    @available(
        *,
        deprecated,
        message: "Use 'continueWith(executor) { … }', or 'continueWithTask' for a block that returns a task."
    )
    @discardableResult
    public final func continueWithExecutor<Output: Sendable>(
        _ executor: BoltsExecutor,
        withBlock block: @escaping @Sendable (BoltsTask<Success>) throws -> Output,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        whenCompleted(executor, nil, CallSite(file, line, function)) { ReturnedTask.unwrapped(try block($0)) }
    }

    /// Runs a block when this task completes, and waits for the task it returns.
    @available(*, deprecated, renamed: "continueWithTask(_:continuation:file:line:function:)")
    @discardableResult
    public final func continueWithExecutor<Output: Sendable>(
        _ executor: BoltsExecutor,
        withBlock block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        whenCompleted(executor, nil, CallSite(file, line, function), block)
    }

    /// Runs a block when this task completes, and waits for the block's result if that is a task.
    @available(*, deprecated, message: "Use 'continueWithTask(executor) { … }' and return a task in every case.")
    @discardableResult
    public final func continueWithExecutor(
        _ executor: BoltsExecutor,
        withBlock block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<(any Sendable)?> {
        whenCompleted(executor, nil, CallSite(file, line, function)) { ReturnedTask.unwrapped(try block($0)) }
    }

    /// Runs a block on the main thread when this task completes.
    @available(
        *,
        deprecated,
        message: "Use 'continueWith(on: executor) { … }', or 'continueWithTask' for a block that returns a task."
    )
    @discardableResult
    public final func continueWithExecutor<Output: Sendable>(
        _ executor: MainThreadExecutor,
        withBlock block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> Output,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        whenCompleted(on: executor, nil, CallSite(file, line, function)) { ReturnedTask.unwrapped(try block($0)) }
    }

    /// Runs a block on the main thread when this task completes, and waits for the task it returns.
    @available(*, deprecated, renamed: "continueWithTask(on:continuation:file:line:function:)")
    @discardableResult
    public final func continueWithExecutor<Output: Sendable>(
        _ executor: MainThreadExecutor,
        withBlock block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        whenCompleted(on: executor, nil, CallSite(file, line, function), block)
    }

    /// Runs a block on the main thread when this task completes, and waits for what it returns if that is a task.
    @available(*, deprecated, message: "Use 'continueWithTask(on: executor) { … }' and return a task in every case.")
    @discardableResult
    public final func continueWithExecutor(
        _ executor: MainThreadExecutor,
        withBlock block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> (any Sendable)?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<(any Sendable)?> {
        whenCompleted(on: executor, nil, CallSite(file, line, function)) { ReturnedTask.unwrapped(try block($0)) }
    }

    // MARK: With a token

    /// Runs a block when this task completes.
    ///
    /// Cancelling the token cancels the returned task immediately.
    @available(
        *,
        deprecated,
        message:
            "Use 'continueWith(executor, cancellationToken: token) { … }', or 'continueWithTask' for a block that returns a task."
    )
    @discardableResult
    public final func continueWithExecutor<Output: Sendable>(
        _ executor: BoltsExecutor,
        block: @escaping @Sendable (BoltsTask<Success>) throws -> Output,
        cancellationToken: CancellationToken?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        whenCompleted(executor, cancellationToken, CallSite(file, line, function)) {
            ReturnedTask.unwrapped(try block($0))
        }
    }

    /// Runs a block when this task completes, and waits for the task it returns.
    ///
    /// Cancelling the token cancels the returned task immediately.
    @available(*, deprecated, message: "Use 'continueWithTask(executor, cancellationToken: token) { … }'.")
    @discardableResult
    public final func continueWithExecutor<Output: Sendable>(
        _ executor: BoltsExecutor,
        block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
        cancellationToken: CancellationToken?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        whenCompleted(executor, cancellationToken, CallSite(file, line, function), block)
    }

    /// Runs a block when this task completes, and waits for the block's result if that is a task.
    ///
    /// Cancelling the token cancels the returned task immediately.
    @available(
        *,
        deprecated,
        message: "Use 'continueWithTask(executor, cancellationToken: token) { … }' and return a task in every case."
    )
    @discardableResult
    public final func continueWithExecutor(
        _ executor: BoltsExecutor,
        block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?,
        cancellationToken: CancellationToken?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<(any Sendable)?> {
        whenCompleted(executor, cancellationToken, CallSite(file, line, function)) {
            ReturnedTask.unwrapped(try block($0))
        }
    }

    /// Runs a block on the main thread when this task completes.
    ///
    /// Cancelling the token cancels the returned task immediately.
    @available(
        *,
        deprecated,
        message:
            "Use 'continueWith(on: executor, cancellationToken: token) { … }', or 'continueWithTask' for a block that returns a task."
    )
    @discardableResult
    public final func continueWithExecutor<Output: Sendable>(
        _ executor: MainThreadExecutor,
        block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> Output,
        cancellationToken: CancellationToken?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        whenCompleted(on: executor, cancellationToken, CallSite(file, line, function)) {
            ReturnedTask.unwrapped(try block($0))
        }
    }

    /// Runs a block on the main thread when this task completes, and waits for the task it returns.
    ///
    /// Cancelling the token cancels the returned task immediately.
    @available(*, deprecated, message: "Use 'continueWithTask(on: executor, cancellationToken: token) { … }'.")
    @discardableResult
    public final func continueWithExecutor<Output: Sendable>(
        _ executor: MainThreadExecutor,
        block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
        cancellationToken: CancellationToken?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        whenCompleted(on: executor, cancellationToken, CallSite(file, line, function), block)
    }

    /// Runs a block on the main thread when this task completes, and waits for what it returns if that is a task.
    ///
    /// Cancelling the token cancels the returned task immediately.
    @available(
        *,
        deprecated,
        message: "Use 'continueWithTask(on: executor, cancellationToken: token) { … }' and return a task in every case."
    )
    @discardableResult
    public final func continueWithExecutor(
        _ executor: MainThreadExecutor,
        block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> (any Sendable)?,
        cancellationToken: CancellationToken?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<(any Sendable)?> {
        whenCompleted(on: executor, cancellationToken, CallSite(file, line, function)) {
            ReturnedTask.unwrapped(try block($0))
        }
    }
}
