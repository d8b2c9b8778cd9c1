public import BoltsTasks

// `continueWith` as Swift 4 and later spelled Objective-C's methods.
//
// The method with a block alone is in `UnavailableContinuations.swift`.

extension BoltsTask {
    // MARK: On the default executor, with a token

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
    public final func continueWith<Output: Sendable>(
        block: @escaping @Sendable (BoltsTask<Success>) throws -> Output,
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
    public final func continueWith<Output: Sendable>(
        block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
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
    public final func continueWith(
        block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?,
        cancellationToken: CancellationToken?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<(any Sendable)?> {
        whenCompleted(.default, cancellationToken, CallSite(file, line, function)) {
            ReturnedTask.unwrapped(try block($0))
        }
    }

    // MARK: On an executor

    /// Runs a block when this task completes.
    @available(
        *,
        deprecated,
        message: "Use 'continueWith(executor) { … }', or 'continueWithTask' for a block that returns a task."
    )
    @discardableResult
    public final func continueWith<Output: Sendable>(
        executor: BoltsExecutor,
        block: @escaping @Sendable (BoltsTask<Success>) throws -> Output,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        whenCompleted(executor, nil, CallSite(file, line, function)) { ReturnedTask.unwrapped(try block($0)) }
    }

    /// Runs a block when this task completes, and waits for the task it returns.
    @available(*, deprecated, renamed: "continueWithTask(_:continuation:file:line:function:)")
    @discardableResult
    public final func continueWith<Output: Sendable>(
        executor: BoltsExecutor,
        block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        whenCompleted(executor, nil, CallSite(file, line, function), block)
    }

    /// Runs a block when this task completes, and waits for the block's result if that is a task.
    @available(*, deprecated, message: "Use 'continueWithTask(executor) { … }' and return a task in every case.")
    @discardableResult
    public final func continueWith(
        executor: BoltsExecutor,
        block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?,
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
    public final func continueWith<Output: Sendable>(
        executor: MainThreadExecutor,
        block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> Output,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        whenCompleted(on: executor, nil, CallSite(file, line, function)) { ReturnedTask.unwrapped(try block($0)) }
    }

    /// Runs a block on the main thread when this task completes, and waits for the task it returns.
    @available(*, deprecated, renamed: "continueWithTask(on:continuation:file:line:function:)")
    @discardableResult
    public final func continueWith<Output: Sendable>(
        executor: MainThreadExecutor,
        block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        whenCompleted(on: executor, nil, CallSite(file, line, function), block)
    }

    /// Runs a block on the main thread when this task completes, and waits for what it returns if that is a task.
    @available(*, deprecated, message: "Use 'continueWithTask(on: executor) { … }' and return a task in every case.")
    @discardableResult
    public final func continueWith(
        executor: MainThreadExecutor,
        block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> (any Sendable)?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<(any Sendable)?> {
        whenCompleted(on: executor, nil, CallSite(file, line, function)) { ReturnedTask.unwrapped(try block($0)) }
    }

    // MARK: On an executor, with a token

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
    public final func continueWith<Output: Sendable>(
        executor: BoltsExecutor,
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
    public final func continueWith<Output: Sendable>(
        executor: BoltsExecutor,
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
    public final func continueWith(
        executor: BoltsExecutor,
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
    public final func continueWith<Output: Sendable>(
        executor: MainThreadExecutor,
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
    public final func continueWith<Output: Sendable>(
        executor: MainThreadExecutor,
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
    public final func continueWith(
        executor: MainThreadExecutor,
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
