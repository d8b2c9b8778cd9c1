public import BoltsTasks

extension BoltsTask {
    // MARK: With an executor

    /// Runs a block if this task succeeds.
    @available(*, deprecated, renamed: "continueOnSuccessWith(_:continuation:)")
    @discardableResult
    public final func continueWithExecutor<Output: Sendable>(
        _ executor: BoltsExecutor,
        withSuccessBlock block: @escaping @Sendable (BoltsTask<Success>) throws -> Output
    ) -> BoltsTask<Output> {
        continueOnSuccessWithTask(executor) { unwrapped(try block(BoltsTask(result: $0))) }
    }

    /// Runs a block if this task succeeds, and goes on with the task it returns.
    @available(*, deprecated, renamed: "continueOnSuccessWithTask(_:continuation:)")
    @discardableResult
    public final func continueWithExecutor<Output: Sendable>(
        _ executor: BoltsExecutor,
        withSuccessBlock block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> {
        continueOnSuccessWithTask(executor) { try block(BoltsTask(result: $0)) }
    }

    /// Runs a block if this task succeeds, and goes on with what it returns if that is a task.
    @available(*, deprecated, renamed: "continueOnSuccessWithTask(_:continuation:)")
    @discardableResult
    public final func continueWithExecutor(
        _ executor: BoltsExecutor,
        withSuccessBlock block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?
    ) -> BoltsTask<(any Sendable)?> {
        continueOnSuccessWithTask(executor) { unwrapped(try block(BoltsTask(result: $0))) }
    }

    /// Runs a block if this task succeeds on the main thread.
    @available(*, deprecated, renamed: "continueOnSuccessWith(_:continuation:)")
    @discardableResult
    public final func continueWithExecutor<Output: Sendable>(
        _ executor: MainThreadExecutor,
        withSuccessBlock block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> Output
    ) -> BoltsTask<Output> {
        continueOnSuccessWithTask(executor) { unwrapped(try block(BoltsTask(result: $0))) }
    }

    /// Runs a block if this task succeeds on the main thread, and goes on with the task it returns.
    @available(*, deprecated, renamed: "continueOnSuccessWithTask(_:continuation:)")
    @discardableResult
    public final func continueWithExecutor<Output: Sendable>(
        _ executor: MainThreadExecutor,
        withSuccessBlock block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> {
        continueOnSuccessWithTask(executor) { try block(BoltsTask(result: $0)) }
    }

    /// Runs a block if this task succeeds on the main thread, and goes on with what it returns if that is a task.
    @available(*, deprecated, renamed: "continueOnSuccessWithTask(_:continuation:)")
    @discardableResult
    public final func continueWithExecutor(
        _ executor: MainThreadExecutor,
        withSuccessBlock block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> (any Sendable)?
    ) -> BoltsTask<(any Sendable)?> {
        continueOnSuccessWithTask(executor) { unwrapped(try block(BoltsTask(result: $0))) }
    }

    // MARK: With an executor and a token

    /// Runs a block if this task succeeds.
    ///
    /// The token cancels the result at once.
    @available(
        *,
        deprecated,
        message:
            "Use 'continueOnSuccessWith(executor, cancellationToken: token) { … }': the token comes before the closure."
    )
    @discardableResult
    public final func continueWithExecutor<Output: Sendable>(
        _ executor: BoltsExecutor,
        successBlock block: @escaping @Sendable (BoltsTask<Success>) throws -> Output,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<Output> {
        continueOnSuccessWithTask(executor, cancellationToken: cancellationToken ?? .none) {
            unwrapped(try block(BoltsTask(result: $0)))
        }
    }

    /// Runs a block if this task succeeds, and goes on with the task it returns.
    ///
    /// The token cancels the result at once.
    @available(
        *,
        deprecated,
        message:
            "Use 'continueOnSuccessWithTask(executor, cancellationToken: token) { … }': the token comes before the closure."
    )
    @discardableResult
    public final func continueWithExecutor<Output: Sendable>(
        _ executor: BoltsExecutor,
        successBlock block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<Output> {
        continueOnSuccessWithTask(executor, cancellationToken: cancellationToken ?? .none) {
            try block(BoltsTask(result: $0))
        }
    }

    /// Runs a block if this task succeeds, and goes on with what it returns if that is a task.
    ///
    /// The token cancels the result at once.
    @available(
        *,
        deprecated,
        message:
            "Use 'continueOnSuccessWithTask(executor, cancellationToken: token) { … }': the token comes before the closure."
    )
    @discardableResult
    public final func continueWithExecutor(
        _ executor: BoltsExecutor,
        successBlock block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<(any Sendable)?> {
        continueOnSuccessWithTask(executor, cancellationToken: cancellationToken ?? .none) {
            unwrapped(try block(BoltsTask(result: $0)))
        }
    }

    /// Runs a block if this task succeeds on the main thread.
    ///
    /// The token cancels the result at once.
    @available(
        *,
        deprecated,
        message:
            "Use 'continueOnSuccessWith(executor, cancellationToken: token) { … }': the token comes before the closure."
    )
    @discardableResult
    public final func continueWithExecutor<Output: Sendable>(
        _ executor: MainThreadExecutor,
        successBlock block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> Output,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<Output> {
        continueOnSuccessWithTask(executor, cancellationToken: cancellationToken ?? .none) {
            unwrapped(try block(BoltsTask(result: $0)))
        }
    }

    /// Runs a block if this task succeeds on the main thread, and goes on with the task it returns.
    ///
    /// The token cancels the result at once.
    @available(
        *,
        deprecated,
        message:
            "Use 'continueOnSuccessWithTask(executor, cancellationToken: token) { … }': the token comes before the closure."
    )
    @discardableResult
    public final func continueWithExecutor<Output: Sendable>(
        _ executor: MainThreadExecutor,
        successBlock block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<Output> {
        continueOnSuccessWithTask(executor, cancellationToken: cancellationToken ?? .none) {
            try block(BoltsTask(result: $0))
        }
    }

    /// Runs a block if this task succeeds on the main thread, and goes on with what it returns if that is a task.
    ///
    /// The token cancels the result at once.
    @available(
        *,
        deprecated,
        message:
            "Use 'continueOnSuccessWithTask(executor, cancellationToken: token) { … }': the token comes before the closure."
    )
    @discardableResult
    public final func continueWithExecutor(
        _ executor: MainThreadExecutor,
        successBlock block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> (any Sendable)?,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<(any Sendable)?> {
        continueOnSuccessWithTask(executor, cancellationToken: cancellationToken ?? .none) {
            unwrapped(try block(BoltsTask(result: $0)))
        }
    }
}
