public import BoltsTasks

// Objective-C's `continueWithSuccessBlock:`, with and without a token.
//
// The block is given the task. The closure of `continueOnSuccessWith` is given the result, so no fix-it renames these.

extension BoltsTask {
    // MARK: Without a token

    /// Runs a block if this task succeeds.
    @available(
        *,
        deprecated,
        message:
            "Use 'continueOnSuccessWith { result in … }', or 'continueOnSuccessWithTask' for a block that returns a task."
    )
    @discardableResult
    public final func continueWithSuccessBlock<Output: Sendable>(
        _ block: @escaping @Sendable (BoltsTask<Success>) throws -> Output,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        whenSucceeded(.default, nil, CallSite(file, line, function)) {
            ReturnedTask.unwrapped(try block(BoltsTask(result: $0)))
        }
    }

    /// Runs a block if this task succeeds, and waits for the task it returns.
    @available(*, deprecated, message: "Use 'continueOnSuccessWithTask { result in … }'.")
    @discardableResult
    public final func continueWithSuccessBlock<Output: Sendable>(
        _ block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        whenSucceeded(.default, nil, CallSite(file, line, function)) { try block(BoltsTask(result: $0)) }
    }

    /// Runs a block if this task succeeds, and waits for the block's result if that is a task.
    @available(
        *,
        deprecated,
        message: "Use 'continueOnSuccessWithTask { result in … }' and return a task in every case."
    )
    @discardableResult
    public final func continueWithSuccessBlock(
        _ block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<(any Sendable)?> {
        whenSucceeded(.default, nil, CallSite(file, line, function)) {
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
            "Use 'continueOnSuccessWith(cancellationToken: token) { result in … }', or 'continueOnSuccessWithTask' for a block that returns a task."
    )
    @discardableResult
    public final func continueWithSuccessBlock<Output: Sendable>(
        _ block: @escaping @Sendable (BoltsTask<Success>) throws -> Output,
        cancellationToken: CancellationToken?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        whenSucceeded(.default, cancellationToken, CallSite(file, line, function)) {
            ReturnedTask.unwrapped(try block(BoltsTask(result: $0)))
        }
    }

    /// Runs a block if this task succeeds, and waits for the task it returns.
    ///
    /// Cancelling the token cancels the returned task immediately.
    @available(*, deprecated, message: "Use 'continueOnSuccessWithTask(cancellationToken: token) { result in … }'.")
    @discardableResult
    public final func continueWithSuccessBlock<Output: Sendable>(
        _ block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
        cancellationToken: CancellationToken?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        whenSucceeded(.default, cancellationToken, CallSite(file, line, function)) { try block(BoltsTask(result: $0)) }
    }

    /// Runs a block if this task succeeds, and waits for the block's result if that is a task.
    ///
    /// Cancelling the token cancels the returned task immediately.
    @available(
        *,
        deprecated,
        message:
            "Use 'continueOnSuccessWithTask(cancellationToken: token) { result in … }' and return a task in every case."
    )
    @discardableResult
    public final func continueWithSuccessBlock(
        _ block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?,
        cancellationToken: CancellationToken?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<(any Sendable)?> {
        whenSucceeded(.default, cancellationToken, CallSite(file, line, function)) {
            ReturnedTask.unwrapped(try block(BoltsTask(result: $0)))
        }
    }
}
