public import BoltsTasks

// Names that cannot stay: as callable methods they would match the trailing closures of the new methods, and long chains
// would take too long to type-check. The compiler considers an unavailable method only where nothing else fits, and then
// says what to write.

extension BoltsTask {
    // MARK: A block alone, as Swift 4 and later spelled it
    //
    // The fix-it leads to Objective-C's name, which waits for a task whatever type the block is declared to return.

    /// Runs a block when this task completes.
    @available(*, unavailable, renamed: "continueWithBlock(_:)")
    @discardableResult
    @_disfavoredOverload  // A closure without the label is not an old block.
    public final func continueWith<Output: Sendable>(
        block: @escaping @Sendable (BoltsTask<Success>) throws -> Output
    ) -> BoltsTask<Output> {
        fatalError("unavailable")
    }

    /// Runs a block when this task completes, and waits for the task it returns.
    @available(*, unavailable, renamed: "continueWithTask(continuation:)")
    @discardableResult
    @_disfavoredOverload  // A closure without the label is not an old block.
    public final func continueWith<Output: Sendable>(
        block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> {
        fatalError("unavailable")
    }

    /// Runs a block when this task completes, and waits for the block's result if that is a task.
    @available(*, unavailable, renamed: "continueWithBlock(_:)")
    @discardableResult
    @_disfavoredOverload  // A closure without the label is not an old block.
    public final func continueWith(
        block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?
    ) -> BoltsTask<(any Sendable)?> {
        fatalError("unavailable")
    }

    /// Runs a block if this task succeeds.
    @available(*, unavailable, renamed: "continueWithSuccessBlock(_:)")
    @discardableResult
    @_disfavoredOverload  // A closure without the label is not an old block.
    public final func continueOnSuccessWith<Output: Sendable>(
        block: @escaping @Sendable (BoltsTask<Success>) throws -> Output
    ) -> BoltsTask<Output> {
        fatalError("unavailable")
    }

    /// Runs a block if this task succeeds, and waits for the task it returns.
    @available(*, unavailable, renamed: "continueWithSuccessBlock(_:)")
    @discardableResult
    @_disfavoredOverload  // A closure without the label is not an old block.
    public final func continueOnSuccessWith<Output: Sendable>(
        block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> {
        fatalError("unavailable")
    }

    /// Runs a block if this task succeeds, and waits for the block's result if that is a task.
    @available(*, unavailable, renamed: "continueWithSuccessBlock(_:)")
    @discardableResult
    @_disfavoredOverload  // A closure without the label is not an old block.
    public final func continueOnSuccessWith(
        block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?
    ) -> BoltsTask<(any Sendable)?> {
        fatalError("unavailable")
    }

    // MARK: A closure that returns a task, under a name that does not wait for it
    //
    // Where the result is used as that task's, the compiler looks for a method that fits: this one rather than those with a block.
    // It takes no executor: with one, fewer mistakes in chains would be reported on their line.

    /// Runs a closure if this task succeeds, but does not wait for the task it returns.
    @available(*, unavailable, renamed: "continueOnSuccessWithTask(continuation:)")
    @discardableResult
    public final func continueOnSuccessWith<Output: Sendable>(
        continuation: @escaping @Sendable (Success) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> {
        fatalError("unavailable")
    }

    // MARK: Errors of no declared type, as in Bolts-Swift

    /// Runs a closure if this task fails.
    @available(*, unavailable, message: "Declare the type: '{ (error: any Error) in … }' is given every error.")
    @discardableResult
    public final func continueOnErrorWith(
        _ executor: BoltsExecutor = .default,
        continuation: @escaping @Sendable (any Error) throws -> Success
    ) -> BoltsTask<Success> {
        fatalError("unavailable")
    }

    /// Runs a closure on the main thread if this task fails.
    @available(*, unavailable, message: "Declare the type: '{ (error: any Error) in … }' is given every error.")
    @discardableResult
    public final func continueOnErrorWith(
        _ executor: MainThreadExecutor,
        continuation: @escaping @MainActor @Sendable (any Error) throws -> Success
    ) -> BoltsTask<Success> {
        fatalError("unavailable")
    }

    /// Runs a closure if this task fails, and waits for the task it returns.
    @available(*, unavailable, message: "Declare the type: '{ (error: any Error) in … }' is given every error.")
    @discardableResult
    public final func continueOnErrorWithTask(
        _ executor: BoltsExecutor = .default,
        continuation: @escaping @Sendable (any Error) throws -> BoltsTask<Success>
    ) -> BoltsTask<Success> {
        fatalError("unavailable")
    }

    /// Runs a closure on the main thread if this task fails, and waits for the task it returns.
    @available(*, unavailable, message: "Declare the type: '{ (error: any Error) in … }' is given every error.")
    @discardableResult
    public final func continueOnErrorWithTask(
        _ executor: MainThreadExecutor,
        continuation: @escaping @MainActor @Sendable (any Error) throws -> BoltsTask<Success>
    ) -> BoltsTask<Success> {
        fatalError("unavailable")
    }

    // MARK: No result, as in Objective-C

    /// Creates a task that has succeeded with `nil`.
    @available(*, unavailable, message: "Use 'BoltsTask<Void>(result: ())', or 'BoltsTask<Value?>(result: nil)'.")
    public convenience init(result: Success?) { fatalError("unavailable") }
}
