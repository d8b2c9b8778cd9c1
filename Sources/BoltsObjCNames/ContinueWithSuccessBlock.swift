public import BoltsTasks

// Bolts' blocks are given the task; the new methods give the result itself.

extension BoltsTask {
    // MARK: On the default executor

    /// Runs a block if this task succeeds.
    @available(*, deprecated, renamed: "continueOnSuccessWith(continuation:)")
    @discardableResult
    public final func continueWithSuccessBlock<Output: Sendable>(
        _ block: @escaping @Sendable (BoltsTask<Success>) throws -> Output
    ) -> BoltsTask<Output> {
        continueOnSuccessWithTask { unwrapped(try block(BoltsTask(result: $0))) }
    }

    /// Runs a block if this task succeeds, and goes on with the task it returns.
    @available(*, deprecated, renamed: "continueOnSuccessWithTask(continuation:)")
    @discardableResult
    public final func continueWithSuccessBlock<Output: Sendable>(
        _ block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> {
        continueOnSuccessWithTask { try block(BoltsTask(result: $0)) }
    }

    /// Runs a block if this task succeeds, and goes on with what it returns if that is a task.
    @available(*, deprecated, renamed: "continueOnSuccessWithTask(continuation:)")
    @discardableResult
    public final func continueWithSuccessBlock(
        _ block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?
    ) -> BoltsTask<(any Sendable)?> {
        continueOnSuccessWithTask { unwrapped(try block(BoltsTask(result: $0))) }
    }

    /// Runs a block if this task succeeds.
    ///
    /// The token cancels the result at once.
    @available(
        *,
        deprecated,
        message: "Use 'continueOnSuccessWith(cancellationToken: token) { … }': the token comes before the closure."
    )
    @discardableResult
    public final func continueWithSuccessBlock<Output: Sendable>(
        _ block: @escaping @Sendable (BoltsTask<Success>) throws -> Output,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<Output> {
        continueOnSuccessWithTask(cancellationToken: cancellationToken ?? .none) {
            unwrapped(try block(BoltsTask(result: $0)))
        }
    }

    /// Runs a block if this task succeeds, and goes on with the task it returns.
    ///
    /// The token cancels the result at once.
    @available(
        *,
        deprecated,
        message: "Use 'continueOnSuccessWithTask(cancellationToken: token) { … }': the token comes before the closure."
    )
    @discardableResult
    public final func continueWithSuccessBlock<Output: Sendable>(
        _ block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<Output> {
        continueOnSuccessWithTask(cancellationToken: cancellationToken ?? .none) { try block(BoltsTask(result: $0)) }
    }

    /// Runs a block if this task succeeds, and goes on with what it returns if that is a task.
    ///
    /// The token cancels the result at once.
    @available(
        *,
        deprecated,
        message: "Use 'continueOnSuccessWithTask(cancellationToken: token) { … }': the token comes before the closure."
    )
    @discardableResult
    public final func continueWithSuccessBlock(
        _ block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<(any Sendable)?> {
        continueOnSuccessWithTask(cancellationToken: cancellationToken ?? .none) {
            unwrapped(try block(BoltsTask(result: $0)))
        }
    }
}
