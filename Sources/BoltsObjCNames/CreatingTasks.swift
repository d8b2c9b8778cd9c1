public import BoltsTasks

extension BoltsTask {
    // MARK: Objective-C

    /// Creates a task that has already succeeded.
    @available(*, deprecated, renamed: "init(result:)")
    public static func taskWithResult(_ result: Success) -> BoltsTask<Success> { BoltsTask(result: result) }

    /// Creates a task that has already failed.
    @available(*, deprecated, renamed: "init(error:)")
    public static func taskWithError(_ error: any Error) -> BoltsTask<Success> { BoltsTask(error: error) }

    /// Creates a task that has already been cancelled: Objective-C's and Bolts-Swift's name.
    @available(*, deprecated, renamed: "cancelled()")
    public static func cancelledTask() -> BoltsTask<Success> { cancelled() }

    /// Runs a block on an executor.
    @available(*, deprecated, renamed: "init(_:_:)")
    public convenience init(
        from executor: BoltsExecutor,
        with block: @escaping @Sendable () throws -> Success
    ) {
        self.init(executor, block)
    }

    /// Runs a block on an executor, and goes on with the task it returns.
    @available(*, deprecated, message: "Use 'BoltsTask(result: ()).continueWithTask(executor) { _ in … }'.")
    public convenience init(
        from executor: BoltsExecutor,
        with block: @escaping @Sendable () throws -> BoltsTask<Success>
    ) {
        self.init(endingAs: BoltsTask<Void>(result: ()).continueWithTask(executor) { _ in try block() })
    }

    /// Runs a block on an executor.
    @available(*, deprecated, renamed: "init(_:_:)")
    public static func taskFromExecutor(
        _ executor: BoltsExecutor,
        withBlock block: @escaping @Sendable () throws -> Success
    ) -> BoltsTask<Success> {
        BoltsTask(executor, block)
    }

    /// Runs a block on an executor, and goes on with the task it returns.
    @available(*, deprecated, message: "Use 'BoltsTask(result: ()).continueWithTask(executor) { _ in … }'.")
    public static func taskFromExecutor(
        _ executor: BoltsExecutor,
        withBlock block: @escaping @Sendable () throws -> BoltsTask<Success>
    ) -> BoltsTask<Success> {
        BoltsTask<Void>(result: ()).continueWithTask(executor) { _ in try block() }
    }

    // MARK: Bolts-Swift

    /// Creates a task that has already succeeded.
    @available(*, deprecated, renamed: "init(result:)")
    @_disfavoredOverload  // A trailing closure takes no label: `BoltsTask { … }` starts work.
    public convenience init(_ result: Success) { self.init(result: result) }

    /// Runs a closure on an executor.
    @available(*, deprecated, renamed: "init(_:_:)")
    @_disfavoredOverload  // A trailing closure takes no label, and is not to find this one.
    public convenience init(
        _ executor: BoltsExecutor = .default,
        closure: @escaping @Sendable () throws -> Success
    ) {
        self.init(executor, closure)
    }

    /// Runs a closure on an executor.
    @available(*, deprecated, renamed: "init(_:_:)")
    public static func execute(
        _ executor: BoltsExecutor = .default,
        closure: @escaping @Sendable () throws -> Success
    ) -> BoltsTask<Success> {
        BoltsTask(executor, closure)
    }

    /// Runs a closure on an executor, and goes on with the task it returns.
    @available(*, deprecated, message: "Use 'BoltsTask(result: ()).continueWithTask(executor) { _ in … }'.")
    public static func executeWithTask(
        _ executor: BoltsExecutor = .default,
        closure: @escaping @Sendable () throws -> BoltsTask<Success>
    ) -> BoltsTask<Success> {
        BoltsTask<Void>(result: ()).continueWithTask(executor) { _ in try closure() }
    }

    // MARK: For these names

    /// Creates a task that ends as another does, in the same moment.
    convenience init(endingAs other: BoltsTask<Success>) {
        // The work is handed to the other task as a continuation: so it runs once there is an outcome to take.
        let whenOtherEnds = BoltsExecutor.custom(name: "endingAs") { work in
            other.continueWith(.immediate) { _ in work() }
        }
        self.init(whenOtherEnds) {
            guard let outcome = other.outcome else { throw CancellationError() }
            return try outcome.get()
        }
    }
}

extension BoltsTask where Success == Void {
    /// Creates a task that has already succeeded, without a result.
    @available(*, deprecated, message: "Use 'BoltsTask(result: ())'.")
    public static func emptyTask() -> BoltsTask<Void> { BoltsTask(result: ()) }
}
