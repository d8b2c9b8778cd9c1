public import BoltsTasks

// Bolts decided at run time whether a block had returned a task. Here the compiler does, and names the method to use.

extension BoltsTask {
    // MARK: On the default executor

    /// Runs a block when this task ends.
    @available(*, deprecated, renamed: "continueWith(continuation:)")
    @discardableResult
    public final func continueWithBlock<Output: Sendable>(
        _ block: @escaping @Sendable (BoltsTask<Success>) throws -> Output
    ) -> BoltsTask<Output> {
        continueWithTask { unwrapped(try block($0)) }
    }

    /// Runs a block when this task ends, and goes on with the task it returns.
    @available(*, deprecated, renamed: "continueWithTask(continuation:)")
    @discardableResult
    public final func continueWithBlock<Output: Sendable>(
        _ block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> {
        continueWithTask(continuation: block)
    }

    /// Runs a block when this task ends, and goes on with what it returns if that is a task.
    @available(*, deprecated, renamed: "continueWithTask(continuation:)")
    @discardableResult
    public final func continueWithBlock(
        _ block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?
    ) -> BoltsTask<(any Sendable)?> {
        continueWithTask { unwrapped(try block($0)) }
    }

    /// Runs a block when this task ends.
    ///
    /// The token cancels the result at once.
    @available(
        *,
        deprecated,
        message: "Use 'continueWith(cancellationToken: token) { … }': the token comes before the closure."
    )
    @discardableResult
    public final func continueWithBlock<Output: Sendable>(
        _ block: @escaping @Sendable (BoltsTask<Success>) throws -> Output,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<Output> {
        continueWithTask(cancellationToken: cancellationToken ?? .none) { unwrapped(try block($0)) }
    }

    /// Runs a block when this task ends, and goes on with the task it returns.
    ///
    /// The token cancels the result at once.
    @available(
        *,
        deprecated,
        message: "Use 'continueWithTask(cancellationToken: token) { … }': the token comes before the closure."
    )
    @discardableResult
    public final func continueWithBlock<Output: Sendable>(
        _ block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<Output> {
        continueWithTask(cancellationToken: cancellationToken ?? .none, continuation: block)
    }

    /// Runs a block when this task ends, and goes on with what it returns if that is a task.
    ///
    /// The token cancels the result at once.
    @available(
        *,
        deprecated,
        message: "Use 'continueWithTask(cancellationToken: token) { … }': the token comes before the closure."
    )
    @discardableResult
    public final func continueWithBlock(
        _ block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<(any Sendable)?> {
        continueWithTask(cancellationToken: cancellationToken ?? .none) { unwrapped(try block($0)) }
    }
}
