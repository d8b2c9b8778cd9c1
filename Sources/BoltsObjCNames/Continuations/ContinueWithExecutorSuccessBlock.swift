public import BoltsTasks

// Objective-C's `continueWithExecutor:withSuccessBlock:`, with and without a token.

extension BoltsTask {
    // MARK: Without a token

    /// Runs a block if this task succeeds.
    @available(
        *,
        deprecated,
        message:
            "Use 'continueOnSuccessWith(executor) { result in … }', or 'continueOnSuccessWithTask' for a block that returns a task."
    )
    @discardableResult
    public final func continueWithExecutor<Output: Sendable>(
        _ executor: BoltsExecutor,
        withSuccessBlock block: @escaping @Sendable (BoltsTask<Success>) throws -> Output,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        whenSucceeded(executor, nil, CallSite(file, line, function)) {
            ReturnedTask.unwrapped(try block(BoltsTask(result: $0)))
        }
    }

    /// Runs a block if this task succeeds, and waits for the task it returns.
    @available(*, deprecated, message: "Use 'continueOnSuccessWithTask(executor) { result in … }'.")
    @discardableResult
    public final func continueWithExecutor<Output: Sendable>(
        _ executor: BoltsExecutor,
        withSuccessBlock block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        whenSucceeded(executor, nil, CallSite(file, line, function)) { try block(BoltsTask(result: $0)) }
    }

    /// Runs a block if this task succeeds, and waits for the block's result if that is a task.
    @available(
        *,
        deprecated,
        message: "Use 'continueOnSuccessWithTask(executor) { result in … }' and return a task in every case."
    )
    @discardableResult
    public final func continueWithExecutor(
        _ executor: BoltsExecutor,
        withSuccessBlock block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<(any Sendable)?> {
        whenSucceeded(executor, nil, CallSite(file, line, function)) {
            ReturnedTask.unwrapped(try block(BoltsTask(result: $0)))
        }
    }

    /// Runs a block on the main thread if this task succeeds.
    @available(
        *,
        deprecated,
        message:
            "Use 'continueOnSuccessWith(on: executor) { result in … }', or 'continueOnSuccessWithTask' for a block that returns a task."
    )
    @discardableResult
    public final func continueWithExecutor<Output: Sendable>(
        _ executor: MainThreadExecutor,
        withSuccessBlock block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> Output,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        whenSucceeded(on: executor, nil, CallSite(file, line, function)) {
            ReturnedTask.unwrapped(try block(BoltsTask(result: $0)))
        }
    }

    /// Runs a block on the main thread if this task succeeds, and waits for the task it returns.
    @available(*, deprecated, message: "Use 'continueOnSuccessWithTask(on: executor) { result in … }'.")
    @discardableResult
    public final func continueWithExecutor<Output: Sendable>(
        _ executor: MainThreadExecutor,
        withSuccessBlock block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        whenSucceeded(on: executor, nil, CallSite(file, line, function)) { try block(BoltsTask(result: $0)) }
    }

    /// Runs a block on the main thread if this task succeeds, and waits for what it returns if that is a task.
    @available(
        *,
        deprecated,
        message: "Use 'continueOnSuccessWithTask(on: executor) { result in … }' and return a task in every case."
    )
    @discardableResult
    public final func continueWithExecutor(
        _ executor: MainThreadExecutor,
        withSuccessBlock block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> (any Sendable)?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<(any Sendable)?> {
        whenSucceeded(on: executor, nil, CallSite(file, line, function)) {
            ReturnedTask.unwrapped(try block(BoltsTask(result: $0)))
        }
    }

    // MARK: With a token

    /// Runs a block if this task succeeds.
    ///
    /// Cancelling the token cancels the returned task immediately.
    @available(
        *,
        deprecated,
        message:
            "Use 'continueOnSuccessWith(executor, cancellationToken: token) { result in … }', or 'continueOnSuccessWithTask' for a block that returns a task."
    )
    @discardableResult
    public final func continueWithExecutor<Output: Sendable>(
        _ executor: BoltsExecutor,
        successBlock block: @escaping @Sendable (BoltsTask<Success>) throws -> Output,
        cancellationToken: CancellationToken?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        whenSucceeded(executor, cancellationToken, CallSite(file, line, function)) {
            ReturnedTask.unwrapped(try block(BoltsTask(result: $0)))
        }
    }

    /// Runs a block if this task succeeds, and waits for the task it returns.
    ///
    /// Cancelling the token cancels the returned task immediately.
    @available(
        *,
        deprecated,
        message: "Use 'continueOnSuccessWithTask(executor, cancellationToken: token) { result in … }'."
    )
    @discardableResult
    public final func continueWithExecutor<Output: Sendable>(
        _ executor: BoltsExecutor,
        successBlock block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
        cancellationToken: CancellationToken?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        whenSucceeded(executor, cancellationToken, CallSite(file, line, function)) { try block(BoltsTask(result: $0)) }
    }

    /// Runs a block if this task succeeds, and waits for the block's result if that is a task.
    ///
    /// Cancelling the token cancels the returned task immediately.
    @available(
        *,
        deprecated,
        message:
            "Use 'continueOnSuccessWithTask(executor, cancellationToken: token) { result in … }' and return a task in every case."
    )
    @discardableResult
    public final func continueWithExecutor(
        _ executor: BoltsExecutor,
        successBlock block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?,
        cancellationToken: CancellationToken?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<(any Sendable)?> {
        whenSucceeded(executor, cancellationToken, CallSite(file, line, function)) {
            ReturnedTask.unwrapped(try block(BoltsTask(result: $0)))
        }
    }

    /// Runs a block on the main thread if this task succeeds.
    ///
    /// Cancelling the token cancels the returned task immediately.
    @available(
        *,
        deprecated,
        message:
            "Use 'continueOnSuccessWith(on: executor, cancellationToken: token) { result in … }', or 'continueOnSuccessWithTask' for a block that returns a task."
    )
    @discardableResult
    public final func continueWithExecutor<Output: Sendable>(
        _ executor: MainThreadExecutor,
        successBlock block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> Output,
        cancellationToken: CancellationToken?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        whenSucceeded(on: executor, cancellationToken, CallSite(file, line, function)) {
            ReturnedTask.unwrapped(try block(BoltsTask(result: $0)))
        }
    }

    /// Runs a block on the main thread if this task succeeds, and waits for the task it returns.
    ///
    /// Cancelling the token cancels the returned task immediately.
    @available(
        *,
        deprecated,
        message: "Use 'continueOnSuccessWithTask(on: executor, cancellationToken: token) { result in … }'."
    )
    @discardableResult
    public final func continueWithExecutor<Output: Sendable>(
        _ executor: MainThreadExecutor,
        successBlock block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
        cancellationToken: CancellationToken?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        whenSucceeded(on: executor, cancellationToken, CallSite(file, line, function)) {
            try block(BoltsTask(result: $0))
        }
    }

    /// Runs a block on the main thread if this task succeeds, and waits for what it returns if that is a task.
    ///
    /// Cancelling the token cancels the returned task immediately.
    @available(
        *,
        deprecated,
        message:
            "Use 'continueOnSuccessWithTask(on: executor, cancellationToken: token) { result in … }' and return a task in every case."
    )
    @discardableResult
    public final func continueWithExecutor(
        _ executor: MainThreadExecutor,
        successBlock block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> (any Sendable)?,
        cancellationToken: CancellationToken?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<(any Sendable)?> {
        whenSucceeded(on: executor, cancellationToken, CallSite(file, line, function)) {
            ReturnedTask.unwrapped(try block(BoltsTask(result: $0)))
        }
    }
}
