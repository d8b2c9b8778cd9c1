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
        withBlock block: @escaping @Sendable (BoltsTask<Success>) throws -> Output
    ) -> BoltsTask<Output> {
        continueWithTask(executor) { unwrapped(try block($0)) }
    }

    /// Runs a block when this task completes, and waits for the task it returns.
    @available(*, deprecated, renamed: "continueWithTask(_:continuation:)")
    @discardableResult
    public final func continueWithExecutor<Output: Sendable>(
        _ executor: BoltsExecutor,
        withBlock block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> {
        continueWithTask(executor, continuation: block)
    }

    /// Runs a block when this task completes, and waits for what it returns if that is a task.
    @available(*, deprecated, message: "Use 'continueWithTask(executor) { … }' and return a task in every case.")
    @discardableResult
    public final func continueWithExecutor(
        _ executor: BoltsExecutor,
        withBlock block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?
    ) -> BoltsTask<(any Sendable)?> {
        continueWithTask(executor) { unwrapped(try block($0)) }
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
        withBlock block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> Output
    ) -> BoltsTask<Output> {
        continueWithTask(on: executor) { unwrapped(try block($0)) }
    }

    /// Runs a block on the main thread when this task completes, and waits for the task it returns.
    @available(*, deprecated, renamed: "continueWithTask(on:continuation:)")
    @discardableResult
    public final func continueWithExecutor<Output: Sendable>(
        _ executor: MainThreadExecutor,
        withBlock block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> {
        continueWithTask(on: executor, continuation: block)
    }

    /// Runs a block on the main thread when this task completes, and waits for what it returns if that is a task.
    @available(*, deprecated, message: "Use 'continueWithTask(on: executor) { … }' and return a task in every case.")
    @discardableResult
    public final func continueWithExecutor(
        _ executor: MainThreadExecutor,
        withBlock block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> (any Sendable)?
    ) -> BoltsTask<(any Sendable)?> {
        continueWithTask(on: executor) { unwrapped(try block($0)) }
    }

    // MARK: With a token

    /// Runs a block when this task completes.
    ///
    /// Cancelling the token cancels the returned task at once.
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
        cancellationToken: CancellationToken?
    ) -> BoltsTask<Output> {
        continueWithTask(executor, cancellationToken: cancellationToken ?? .none) { unwrapped(try block($0)) }
    }

    /// Runs a block when this task completes, and waits for the task it returns.
    ///
    /// Cancelling the token cancels the returned task at once.
    @available(*, deprecated, message: "Use 'continueWithTask(executor, cancellationToken: token) { … }'.")
    @discardableResult
    public final func continueWithExecutor<Output: Sendable>(
        _ executor: BoltsExecutor,
        block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<Output> {
        continueWithTask(executor, cancellationToken: cancellationToken ?? .none, continuation: block)
    }

    /// Runs a block when this task completes, and waits for what it returns if that is a task.
    ///
    /// Cancelling the token cancels the returned task at once.
    @available(
        *,
        deprecated,
        message: "Use 'continueWithTask(executor, cancellationToken: token) { … }' and return a task in every case."
    )
    @discardableResult
    public final func continueWithExecutor(
        _ executor: BoltsExecutor,
        block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<(any Sendable)?> {
        continueWithTask(executor, cancellationToken: cancellationToken ?? .none) { unwrapped(try block($0)) }
    }

    /// Runs a block on the main thread when this task completes.
    ///
    /// Cancelling the token cancels the returned task at once.
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
        cancellationToken: CancellationToken?
    ) -> BoltsTask<Output> {
        continueWithTask(on: executor, cancellationToken: cancellationToken ?? .none) { unwrapped(try block($0)) }
    }

    /// Runs a block on the main thread when this task completes, and waits for the task it returns.
    ///
    /// Cancelling the token cancels the returned task at once.
    @available(*, deprecated, message: "Use 'continueWithTask(on: executor, cancellationToken: token) { … }'.")
    @discardableResult
    public final func continueWithExecutor<Output: Sendable>(
        _ executor: MainThreadExecutor,
        block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<Output> {
        continueWithTask(on: executor, cancellationToken: cancellationToken ?? .none, continuation: block)
    }

    /// Runs a block on the main thread when this task completes, and waits for what it returns if that is a task.
    ///
    /// Cancelling the token cancels the returned task at once.
    @available(
        *,
        deprecated,
        message: "Use 'continueWithTask(on: executor, cancellationToken: token) { … }' and return a task in every case."
    )
    @discardableResult
    public final func continueWithExecutor(
        _ executor: MainThreadExecutor,
        block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> (any Sendable)?,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<(any Sendable)?> {
        continueWithTask(on: executor, cancellationToken: cancellationToken ?? .none) { unwrapped(try block($0)) }
    }
}
