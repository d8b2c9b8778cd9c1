public import BoltsTasks

// Names that cannot be as they were. The compiler passes over them in code that is right, so that long chains stay quick
// to type-check, and where nothing else fits they say what to write instead.

// Blocks without an executor or a token, as Objective-C's methods had them in Swift 3 and later. If they could be called,
// they would match every trailing closure of the new methods.
extension BoltsTask {
    /// Runs a block when this task ends.
    @available(*, unavailable, renamed: "continueWith(continuation:)")
    @discardableResult
    public final func continueWith<Output: Sendable>(
        block: @escaping @Sendable (BoltsTask<Success>) throws -> Output
    ) -> BoltsTask<Output> {
        continueWith(continuation: block)
    }

    /// Runs a block when this task ends, and goes on with the task it returns.
    @available(*, unavailable, renamed: "continueWithTask(continuation:)")
    @discardableResult
    public final func continueWith<Output: Sendable>(
        block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> {
        continueWithTask(continuation: block)
    }

    /// Runs a block when this task ends, and goes on with what it returns if that is a task.
    @available(*, unavailable, renamed: "continueWithBlock(_:)")
    @discardableResult
    public final func continueWith(
        block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?
    ) -> BoltsTask<(any Sendable)?> {
        continueWithTask { unwrapped(try block($0)) }
    }

    /// Runs a block if this task succeeds.
    @available(*, unavailable, message: "Use 'continueOnSuccessWith { result in … }': it is given the result itself.")
    @discardableResult
    public final func continueOnSuccessWith<Output: Sendable>(
        block: @escaping @Sendable (BoltsTask<Success>) throws -> Output
    ) -> BoltsTask<Output> {
        continueOnSuccessWith { try block(BoltsTask(result: $0)) }
    }

    /// Runs a block if this task succeeds, and goes on with the task it returns.
    @available(
        *,
        unavailable,
        message: "Use 'continueOnSuccessWithTask { result in … }': it is given the result itself."
    )
    @discardableResult
    public final func continueOnSuccessWith<Output: Sendable>(
        block: @escaping @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>
    ) -> BoltsTask<Output> {
        continueOnSuccessWithTask { try block(BoltsTask(result: $0)) }
    }

    /// Runs a block if this task succeeds, and goes on with what it returns if that is a task.
    @available(*, unavailable, renamed: "continueWithSuccessBlock(_:)")
    @discardableResult
    public final func continueOnSuccessWith(
        block: @escaping @Sendable (BoltsTask<Success>) throws -> (any Sendable)?
    ) -> BoltsTask<(any Sendable)?> {
        continueOnSuccessWithTask { unwrapped(try block(BoltsTask(result: $0))) }
    }
}

extension BoltsTask {
    // MARK: Nothing as a result

    /// In Objective-C, any task could have `nil` as its result.
    @available(*, unavailable, message: "Use 'BoltsTask<Void>(result: ())', or 'BoltsTask<Result?>(result: nil)'.")
    public convenience init(result: Success?) { fatalError("cannot be called") }
}

// Closures that do not say which errors they are for: Bolts-Swift had one more method for them, which makes chains slow to
// type-check.
extension BoltsTask {
    /// Runs a closure when this task fails.
    @available(*, unavailable, message: "Say which errors: '{ (error: any Error) in … }' is given all of them.")
    @discardableResult
    public final func continueOnErrorWith(
        _ executor: BoltsExecutor = .default,
        continuation: @escaping @Sendable (any Error) throws -> Success
    ) -> BoltsTask<Success> {
        fatalError("cannot be called")
    }

    /// Runs a closure when this task fails, and goes on with the task it returns.
    @available(*, unavailable, message: "Say which errors: '{ (error: any Error) in … }' is given all of them.")
    @discardableResult
    public final func continueOnErrorWithTask(
        _ executor: BoltsExecutor = .default,
        continuation: @escaping @Sendable (any Error) throws -> BoltsTask<Success>
    ) -> BoltsTask<Success> {
        fatalError("cannot be called")
    }

    /// Runs a closure on the main thread when this task fails.
    @available(*, unavailable, message: "Say which errors: '{ (error: any Error) in … }' is given all of them.")
    @discardableResult
    public final func continueOnErrorWith(
        _ executor: MainThreadExecutor,
        continuation: @escaping @MainActor @Sendable (any Error) throws -> Success
    ) -> BoltsTask<Success> {
        fatalError("cannot be called")
    }

    /// Runs a closure on the main thread when this task fails, and goes on with the task it returns.
    @available(*, unavailable, message: "Say which errors: '{ (error: any Error) in … }' is given all of them.")
    @discardableResult
    public final func continueOnErrorWithTask(
        _ executor: MainThreadExecutor,
        continuation: @escaping @MainActor @Sendable (any Error) throws -> BoltsTask<Success>
    ) -> BoltsTask<Success> {
        fatalError("cannot be called")
    }
}
