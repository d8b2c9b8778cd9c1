public import BoltsTasks

// `continue(…)`, as Swift 3 spelled Objective-C's methods. The fix-its lead to Objective-C's names, which do the same.

extension BoltsTask {
    /// Runs a block when this task completes.
    @available(*, unavailable, renamed: "continueWithBlock(_:)")
    @discardableResult
    public final func `continue`<Output: Sendable>(
        _ block: @escaping @Sendable (BoltsTask<Success>) throws -> Output
    ) -> BoltsTask<Output> {
        fatalError("unavailable")
    }

    /// Runs a block when this task completes, and waits for the task it returns.
    @available(*, unavailable, renamed: "continueWithBlock(_:)")
    @discardableResult
    public final func `continue`<Output: Sendable>(
        _ block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> {
        fatalError("unavailable")
    }

    /// Runs a block when this task completes, and waits for the block's result if that is a task.
    @available(*, unavailable, renamed: "continueWithBlock(_:)")
    @discardableResult
    public final func `continue`(
        _ block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?
    ) -> BoltsTask<(any Sendable)?> {
        fatalError("unavailable")
    }

    /// Runs a block when this task completes.
    @available(*, unavailable, renamed: "continueWithBlock(_:cancellationToken:)")
    @discardableResult
    public final func `continue`<Output: Sendable>(
        _ block: @escaping @Sendable (BoltsTask<Success>) throws -> Output,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<Output> {
        fatalError("unavailable")
    }

    /// Runs a block when this task completes, and waits for the task it returns.
    @available(*, unavailable, renamed: "continueWithBlock(_:cancellationToken:)")
    @discardableResult
    public final func `continue`<Output: Sendable>(
        _ block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<Output> {
        fatalError("unavailable")
    }

    /// Runs a block when this task completes, and waits for the block's result if that is a task.
    @available(*, unavailable, renamed: "continueWithBlock(_:cancellationToken:)")
    @discardableResult
    public final func `continue`(
        _ block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<(any Sendable)?> {
        fatalError("unavailable")
    }

    /// Runs a block if this task succeeds.
    @available(*, unavailable, renamed: "continueWithSuccessBlock(_:)")
    @discardableResult
    public final func `continue`<Output: Sendable>(
        successBlock block: @escaping @Sendable (BoltsTask<Success>) throws -> Output
    ) -> BoltsTask<Output> {
        fatalError("unavailable")
    }

    /// Runs a block if this task succeeds, and waits for the task it returns.
    @available(*, unavailable, renamed: "continueWithSuccessBlock(_:)")
    @discardableResult
    public final func `continue`<Output: Sendable>(
        successBlock block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> {
        fatalError("unavailable")
    }

    /// Runs a block if this task succeeds, and waits for the block's result if that is a task.
    @available(*, unavailable, renamed: "continueWithSuccessBlock(_:)")
    @discardableResult
    public final func `continue`(
        successBlock block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?
    ) -> BoltsTask<(any Sendable)?> {
        fatalError("unavailable")
    }

    /// Runs a block if this task succeeds.
    @available(*, unavailable, renamed: "continueWithSuccessBlock(_:cancellationToken:)")
    @discardableResult
    public final func `continue`<Output: Sendable>(
        successBlock block: @escaping @Sendable (BoltsTask<Success>) throws -> Output,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<Output> {
        fatalError("unavailable")
    }

    /// Runs a block if this task succeeds, and waits for the task it returns.
    @available(*, unavailable, renamed: "continueWithSuccessBlock(_:cancellationToken:)")
    @discardableResult
    public final func `continue`<Output: Sendable>(
        successBlock block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<Output> {
        fatalError("unavailable")
    }

    /// Runs a block if this task succeeds, and waits for the block's result if that is a task.
    @available(*, unavailable, renamed: "continueWithSuccessBlock(_:cancellationToken:)")
    @discardableResult
    public final func `continue`(
        successBlock block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<(any Sendable)?> {
        fatalError("unavailable")
    }

    /// Runs a block when this task completes.
    @available(*, unavailable, renamed: "continueWithExecutor(_:withBlock:)")
    @discardableResult
    public final func `continue`<Output: Sendable>(
        with executor: BoltsExecutor,
        with block: @escaping @Sendable (BoltsTask<Success>) throws -> Output
    ) -> BoltsTask<Output> {
        fatalError("unavailable")
    }

    /// Runs a block when this task completes, and waits for the task it returns.
    @available(*, unavailable, renamed: "continueWithExecutor(_:withBlock:)")
    @discardableResult
    public final func `continue`<Output: Sendable>(
        with executor: BoltsExecutor,
        with block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> {
        fatalError("unavailable")
    }

    /// Runs a block when this task completes, and waits for the block's result if that is a task.
    @available(*, unavailable, renamed: "continueWithExecutor(_:withBlock:)")
    @discardableResult
    public final func `continue`(
        with executor: BoltsExecutor,
        with block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?
    ) -> BoltsTask<(any Sendable)?> {
        fatalError("unavailable")
    }

    /// Runs a block when this task completes.
    @available(*, unavailable, renamed: "continueWithExecutor(_:block:cancellationToken:)")
    @discardableResult
    public final func `continue`<Output: Sendable>(
        with executor: BoltsExecutor,
        block: @escaping @Sendable (BoltsTask<Success>) throws -> Output,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<Output> {
        fatalError("unavailable")
    }

    /// Runs a block when this task completes, and waits for the task it returns.
    @available(*, unavailable, renamed: "continueWithExecutor(_:block:cancellationToken:)")
    @discardableResult
    public final func `continue`<Output: Sendable>(
        with executor: BoltsExecutor,
        block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<Output> {
        fatalError("unavailable")
    }

    /// Runs a block when this task completes, and waits for the block's result if that is a task.
    @available(*, unavailable, renamed: "continueWithExecutor(_:block:cancellationToken:)")
    @discardableResult
    public final func `continue`(
        with executor: BoltsExecutor,
        block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<(any Sendable)?> {
        fatalError("unavailable")
    }

    /// Runs a block if this task succeeds.
    @available(*, unavailable, renamed: "continueWithExecutor(_:withSuccessBlock:)")
    @discardableResult
    public final func `continue`<Output: Sendable>(
        with executor: BoltsExecutor,
        withSuccessBlock block: @escaping @Sendable (BoltsTask<Success>) throws -> Output
    ) -> BoltsTask<Output> {
        fatalError("unavailable")
    }

    /// Runs a block if this task succeeds, and waits for the task it returns.
    @available(*, unavailable, renamed: "continueWithExecutor(_:withSuccessBlock:)")
    @discardableResult
    public final func `continue`<Output: Sendable>(
        with executor: BoltsExecutor,
        withSuccessBlock block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> {
        fatalError("unavailable")
    }

    /// Runs a block if this task succeeds, and waits for the block's result if that is a task.
    @available(*, unavailable, renamed: "continueWithExecutor(_:withSuccessBlock:)")
    @discardableResult
    public final func `continue`(
        with executor: BoltsExecutor,
        withSuccessBlock block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?
    ) -> BoltsTask<(any Sendable)?> {
        fatalError("unavailable")
    }

    /// Runs a block if this task succeeds.
    @available(*, unavailable, renamed: "continueWithExecutor(_:successBlock:cancellationToken:)")
    @discardableResult
    public final func `continue`<Output: Sendable>(
        with executor: BoltsExecutor,
        successBlock block: @escaping @Sendable (BoltsTask<Success>) throws -> Output,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<Output> {
        fatalError("unavailable")
    }

    /// Runs a block if this task succeeds, and waits for the task it returns.
    @available(*, unavailable, renamed: "continueWithExecutor(_:successBlock:cancellationToken:)")
    @discardableResult
    public final func `continue`<Output: Sendable>(
        with executor: BoltsExecutor,
        successBlock block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<Output> {
        fatalError("unavailable")
    }

    /// Runs a block if this task succeeds, and waits for the block's result if that is a task.
    @available(*, unavailable, renamed: "continueWithExecutor(_:successBlock:cancellationToken:)")
    @discardableResult
    public final func `continue`(
        with executor: BoltsExecutor,
        successBlock block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?,
        cancellationToken: CancellationToken?
    ) -> BoltsTask<(any Sendable)?> {
        fatalError("unavailable")
    }
}
