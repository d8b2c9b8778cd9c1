public import BoltsTasks

// The names that Objective-C's methods had in Swift 3 and later.
//
// With a block alone they are in `UnavailableNames.swift`.

extension BoltsTask {
    // MARK: On the default executor

    /// Runs a block when this task ends.
    ///
    /// The token cancels the result at once.
    @available(
        *,
        deprecated,
        message: "Use 'continueWith(cancellationToken: token) { … }': the token comes before the closure."
    )
    @discardableResult
    public final func continueWith<Output: Sendable>(
        block: @escaping @Sendable (BoltsTask<Success>) throws -> Output,
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
    public final func continueWith<Output: Sendable>(
        block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
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
    public final func continueWith(
        block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<(any Sendable)?> {
        continueWithTask(cancellationToken: cancellationToken ?? .none) { unwrapped(try block($0)) }
    }

    // MARK: With an executor

    /// Runs a block when this task ends.
    @available(*, deprecated, renamed: "continueWith(_:continuation:)")
    @discardableResult
    public final func continueWith<Output: Sendable>(
        executor: BoltsExecutor,
        block: @escaping @Sendable (BoltsTask<Success>) throws -> Output
    ) -> BoltsTask<Output> {
        continueWithTask(executor) { unwrapped(try block($0)) }
    }

    /// Runs a block when this task ends, and goes on with the task it returns.
    @available(*, deprecated, renamed: "continueWithTask(_:continuation:)")
    @discardableResult
    public final func continueWith<Output: Sendable>(
        executor: BoltsExecutor,
        block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> {
        continueWithTask(executor, continuation: block)
    }

    /// Runs a block when this task ends, and goes on with what it returns if that is a task.
    @available(*, deprecated, renamed: "continueWithTask(_:continuation:)")
    @discardableResult
    public final func continueWith(
        executor: BoltsExecutor,
        block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?
    ) -> BoltsTask<(any Sendable)?> {
        continueWithTask(executor) { unwrapped(try block($0)) }
    }

    /// Runs a block when this task ends on the main thread.
    @available(*, deprecated, renamed: "continueWith(_:continuation:)")
    @discardableResult
    public final func continueWith<Output: Sendable>(
        executor: MainThreadExecutor,
        block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> Output
    ) -> BoltsTask<Output> {
        continueWithTask(executor) { unwrapped(try block($0)) }
    }

    /// Runs a block when this task ends on the main thread, and goes on with the task it returns.
    @available(*, deprecated, renamed: "continueWithTask(_:continuation:)")
    @discardableResult
    public final func continueWith<Output: Sendable>(
        executor: MainThreadExecutor,
        block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> {
        continueWithTask(executor, continuation: block)
    }

    /// Runs a block when this task ends on the main thread, and goes on with what it returns if that is a task.
    @available(*, deprecated, renamed: "continueWithTask(_:continuation:)")
    @discardableResult
    public final func continueWith(
        executor: MainThreadExecutor,
        block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> (any Sendable)?
    ) -> BoltsTask<(any Sendable)?> {
        continueWithTask(executor) { unwrapped(try block($0)) }
    }

    /// Runs a block when this task ends.
    ///
    /// The token cancels the result at once.
    @available(
        *,
        deprecated,
        message: "Use 'continueWith(executor, cancellationToken: token) { … }': the token comes before the closure."
    )
    @discardableResult
    public final func continueWith<Output: Sendable>(
        executor: BoltsExecutor,
        block: @escaping @Sendable (BoltsTask<Success>) throws -> Output,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<Output> {
        continueWithTask(executor, cancellationToken: cancellationToken ?? .none) { unwrapped(try block($0)) }
    }

    /// Runs a block when this task ends, and goes on with the task it returns.
    ///
    /// The token cancels the result at once.
    @available(
        *,
        deprecated,
        message: "Use 'continueWithTask(executor, cancellationToken: token) { … }': the token comes before the closure."
    )
    @discardableResult
    public final func continueWith<Output: Sendable>(
        executor: BoltsExecutor,
        block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<Output> {
        continueWithTask(executor, cancellationToken: cancellationToken ?? .none, continuation: block)
    }

    /// Runs a block when this task ends, and goes on with what it returns if that is a task.
    ///
    /// The token cancels the result at once.
    @available(
        *,
        deprecated,
        message: "Use 'continueWithTask(executor, cancellationToken: token) { … }': the token comes before the closure."
    )
    @discardableResult
    public final func continueWith(
        executor: BoltsExecutor,
        block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<(any Sendable)?> {
        continueWithTask(executor, cancellationToken: cancellationToken ?? .none) { unwrapped(try block($0)) }
    }

    /// Runs a block when this task ends on the main thread.
    ///
    /// The token cancels the result at once.
    @available(
        *,
        deprecated,
        message: "Use 'continueWith(executor, cancellationToken: token) { … }': the token comes before the closure."
    )
    @discardableResult
    public final func continueWith<Output: Sendable>(
        executor: MainThreadExecutor,
        block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> Output,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<Output> {
        continueWithTask(executor, cancellationToken: cancellationToken ?? .none) { unwrapped(try block($0)) }
    }

    /// Runs a block when this task ends on the main thread, and goes on with the task it returns.
    ///
    /// The token cancels the result at once.
    @available(
        *,
        deprecated,
        message: "Use 'continueWithTask(executor, cancellationToken: token) { … }': the token comes before the closure."
    )
    @discardableResult
    public final func continueWith<Output: Sendable>(
        executor: MainThreadExecutor,
        block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<Output> {
        continueWithTask(executor, cancellationToken: cancellationToken ?? .none, continuation: block)
    }

    /// Runs a block when this task ends on the main thread, and goes on with what it returns if that is a task.
    ///
    /// The token cancels the result at once.
    @available(
        *,
        deprecated,
        message: "Use 'continueWithTask(executor, cancellationToken: token) { … }': the token comes before the closure."
    )
    @discardableResult
    public final func continueWith(
        executor: MainThreadExecutor,
        block: @escaping @MainActor @Sendable (BoltsTask<Success>) throws -> (any Sendable)?,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<(any Sendable)?> {
        continueWithTask(executor, cancellationToken: cancellationToken ?? .none) { unwrapped(try block($0)) }
    }
}
