public import BoltsTasks

// Objective-C's `continueWithBlock:`, with and without a token.
//
// Bolts decided at run time whether a block had returned a task. Here the overloads decide: a block returns a value, a
// task, or `(any Sendable)?`, which may be either. In Swift 5 mode a block declared `-> Any?` counts as a value, so the
// overload for values also waits for a task (`unwrapped`), and no fix-it renames it.

extension BoltsTask {
    // MARK: Without a token

    /// Runs a block when this task completes.
    @available(
        *,
        deprecated,
        message: "Use 'continueWith { … }', or 'continueWithTask' for a block that returns a task."
    )
    @discardableResult
    public final func continueWithBlock<Output: Sendable>(
        _ block: @escaping @Sendable (BoltsTask<Success>) throws -> Output,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        whenCompleted(.default, nil, CallSite(file, line, function)) { ReturnedTask.unwrapped(try block($0)) }
    }

    /// Runs a block when this task completes, and waits for the task it returns.
    @available(*, deprecated, renamed: "continueWithTask(continuation:file:line:function:)")
    @discardableResult
    public final func continueWithBlock<Output: Sendable>(
        _ block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        whenCompleted(.default, nil, CallSite(file, line, function), block)
    }

    /// Runs a block when this task completes, and waits for the block's result if that is a task.
    @available(*, deprecated, message: "Use 'continueWithTask { … }' and return a task in every case.")
    @discardableResult
    public final func continueWithBlock(
        _ block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<(any Sendable)?> {
        whenCompleted(.default, nil, CallSite(file, line, function)) { ReturnedTask.unwrapped(try block($0)) }
    }

    // MARK: With a token

    /// Runs a block when this task completes.
    ///
    /// Cancelling the token cancels the returned task immediately.
    @available(
        *,
        deprecated,
        message:
            "Use 'continueWith(cancellationToken: token) { … }', or 'continueWithTask' for a block that returns a task."
    )
    @discardableResult
    public final func continueWithBlock<Output: Sendable>(
        _ block: @escaping @Sendable (BoltsTask<Success>) throws -> Output,
        cancellationToken: CancellationToken?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        whenCompleted(.default, cancellationToken, CallSite(file, line, function)) {
            ReturnedTask.unwrapped(try block($0))
        }
    }

    /// Runs a block when this task completes, and waits for the task it returns.
    ///
    /// Cancelling the token cancels the returned task immediately.
    @available(*, deprecated, message: "Use 'continueWithTask(cancellationToken: token) { … }'.")
    @discardableResult
    public final func continueWithBlock<Output: Sendable>(
        _ block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
        cancellationToken: CancellationToken?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        whenCompleted(.default, cancellationToken, CallSite(file, line, function), block)
    }

    /// Runs a block when this task completes, and waits for the block's result if that is a task.
    ///
    /// Cancelling the token cancels the returned task immediately.
    @available(
        *,
        deprecated,
        message: "Use 'continueWithTask(cancellationToken: token) { … }' and return a task in every case."
    )
    @discardableResult
    public final func continueWithBlock(
        _ block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?,
        cancellationToken: CancellationToken?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<(any Sendable)?> {
        whenCompleted(.default, cancellationToken, CallSite(file, line, function)) {
            ReturnedTask.unwrapped(try block($0))
        }
    }
}
