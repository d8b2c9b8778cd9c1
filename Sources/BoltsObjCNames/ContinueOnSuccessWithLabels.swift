public import BoltsTasks

// The names that Objective-C's methods had in Swift 3 and later.
//
// With a block alone they are in `UnavailableNames.swift`.

extension BoltsTask {
    // MARK: On the default executor

    /// Runs a block if this task succeeds.
    ///
    /// The token cancels the result at once.
    @available(
        *,
        deprecated,
        message: "Use 'continueOnSuccessWith(cancellationToken: token) { … }': the token comes before the closure."
    )
    @discardableResult
    public final func continueOnSuccessWith<Output: Sendable>(
        block: @escaping @Sendable (BoltsTask<Success>) throws -> Output,
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
    public final func continueOnSuccessWith<Output: Sendable>(
        block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
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
    public final func continueOnSuccessWith(
        block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<(any Sendable)?> {
        continueOnSuccessWithTask(cancellationToken: cancellationToken ?? .none) {
            unwrapped(try block(BoltsTask(result: $0)))
        }
    }

    // MARK: With an executor

    /// Runs a block if this task succeeds.
    @available(*, deprecated, renamed: "continueOnSuccessWith(_:continuation:)")
    @discardableResult
    public final func continueOnSuccessWith<Output: Sendable>(
        executor: BoltsExecutor,
        block: @escaping @Sendable (BoltsTask<Success>) throws -> Output
    ) -> BoltsTask<Output> {
        continueOnSuccessWithTask(executor) { unwrapped(try block(BoltsTask(result: $0))) }
    }

    /// Runs a block if this task succeeds, and goes on with the task it returns.
    @available(*, deprecated, renamed: "continueOnSuccessWithTask(_:continuation:)")
    @discardableResult
    public final func continueOnSuccessWith<Output: Sendable>(
        executor: BoltsExecutor,
        block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> {
        continueOnSuccessWithTask(executor) { try block(BoltsTask(result: $0)) }
    }

    /// Runs a block if this task succeeds, and goes on with what it returns if that is a task.
    @available(*, deprecated, renamed: "continueOnSuccessWithTask(_:continuation:)")
    @discardableResult
    public final func continueOnSuccessWith(
        executor: BoltsExecutor,
        block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?
    ) -> BoltsTask<(any Sendable)?> {
        continueOnSuccessWithTask(executor) { unwrapped(try block(BoltsTask(result: $0))) }
    }

    /// Runs a block if this task succeeds on the main thread.
    @available(*, deprecated, renamed: "continueOnSuccessWith(_:continuation:)")
    @discardableResult
    public final func continueOnSuccessWith<Output: Sendable>(
        executor: MainThreadExecutor,
        block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> Output
    ) -> BoltsTask<Output> {
        continueOnSuccessWithTask(executor) { unwrapped(try block(BoltsTask(result: $0))) }
    }

    /// Runs a block if this task succeeds on the main thread, and goes on with the task it returns.
    @available(*, deprecated, renamed: "continueOnSuccessWithTask(_:continuation:)")
    @discardableResult
    public final func continueOnSuccessWith<Output: Sendable>(
        executor: MainThreadExecutor,
        block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> {
        continueOnSuccessWithTask(executor) { try block(BoltsTask(result: $0)) }
    }

    /// Runs a block if this task succeeds on the main thread, and goes on with what it returns if that is a task.
    @available(*, deprecated, renamed: "continueOnSuccessWithTask(_:continuation:)")
    @discardableResult
    public final func continueOnSuccessWith(
        executor: MainThreadExecutor,
        block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> (any Sendable)?
    ) -> BoltsTask<(any Sendable)?> {
        continueOnSuccessWithTask(executor) { unwrapped(try block(BoltsTask(result: $0))) }
    }

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
    public final func continueOnSuccessWith<Output: Sendable>(
        executor: BoltsExecutor,
        block: @escaping @Sendable (BoltsTask<Success>) throws -> Output,
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
    public final func continueOnSuccessWith<Output: Sendable>(
        executor: BoltsExecutor,
        block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
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
    public final func continueOnSuccessWith(
        executor: BoltsExecutor,
        block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?,
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
    public final func continueOnSuccessWith<Output: Sendable>(
        executor: MainThreadExecutor,
        block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> Output,
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
    public final func continueOnSuccessWith<Output: Sendable>(
        executor: MainThreadExecutor,
        block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
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
    public final func continueOnSuccessWith(
        executor: MainThreadExecutor,
        block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> (any Sendable)?,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<(any Sendable)?> {
        continueOnSuccessWithTask(executor, cancellationToken: cancellationToken ?? .none) {
            unwrapped(try block(BoltsTask(result: $0)))
        }
    }
}
