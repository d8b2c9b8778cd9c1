public import BoltsTasks

extension BoltsTask {
    // MARK: Objective-C

    /// Creates a task that has succeeded.
    @available(*, deprecated, renamed: "init(result:)")
    public static func taskWithResult(_ result: Success) -> BoltsTask<Success> { BoltsTask(result: result) }

    /// Creates a task that has failed.
    @available(*, deprecated, renamed: "init(error:)")
    public static func taskWithError(_ error: any Error) -> BoltsTask<Success> { BoltsTask(error: error) }

    /// Creates a task that has been cancelled.
    ///
    /// Bolts-Swift uses the same name.
    @available(*, deprecated, renamed: "cancelled()")
    public static func cancelledTask() -> BoltsTask<Success> { cancelled() }

    /// Runs a block on an executor, and waits for the block's result if that is a task.
    @available(*, deprecated, message: "Use 'BoltsTask(executor) { … }' for a block that returns no task.")
    public convenience init(
        from executor: BoltsExecutor,
        with block: @escaping @Sendable () throws -> Success,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) {
        let work = BoltsTask.work(on: executor, CallSite(#fileID, #line, #function)) {
            ReturnedTask.unwrapped(try block())
        }
        self.init(completingWith: work, as: .work, file: file, line: line, function: function)
    }

    /// Runs a block on an executor, and waits for the task it returns.
    @available(*, deprecated, message: "Use 'BoltsTask(result: ()).continueWithTask(executor) { _ in … }'.")
    public convenience init(
        from executor: BoltsExecutor,
        with block: @escaping @Sendable () throws -> BoltsTask<Success>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) {
        let work = BoltsTask.work(on: executor, CallSite(#fileID, #line, #function), block)
        self.init(completingWith: work, as: .work, file: file, line: line, function: function)
    }

    /// Runs a block on an executor, and waits for the block's result if that is a task.
    @available(*, deprecated, message: "Use 'BoltsTask(executor) { … }' for a block that returns no task.")
    public static func taskFromExecutor(
        _ executor: BoltsExecutor,
        withBlock block: @escaping @Sendable () throws -> Success,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Success> {
        work(on: executor, CallSite(file, line, function)) { ReturnedTask.unwrapped(try block()) }
    }

    /// Runs a block on an executor, and waits for the task it returns.
    @available(*, deprecated, message: "Use 'BoltsTask(result: ()).continueWithTask(executor) { _ in … }'.")
    public static func taskFromExecutor(
        _ executor: BoltsExecutor,
        withBlock block: @escaping @Sendable () throws -> BoltsTask<Success>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Success> {
        work(on: executor, CallSite(file, line, function), block)
    }

    // MARK: Bolts-Swift

    /// Creates a task that has succeeded.
    @available(*, deprecated, renamed: "init(result:)")
    @_disfavoredOverload  // A trailing closure takes no label: `BoltsTask { … }` must start work.
    public convenience init(_ result: Success) { self.init(result: result) }

    /// Runs a closure on an executor.
    @available(*, deprecated, renamed: "init(_:_:file:line:function:)")
    @_disfavoredOverload  // A trailing closure takes no label, and must not find this initializer.
    public convenience init(
        _ executor: BoltsExecutor = .default,
        closure: @escaping @Sendable () throws -> Success,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) {
        self.init(executor, closure, file: file, line: line, function: function)
    }

    /// Runs a closure on an executor.
    @available(*, deprecated, renamed: "init(_:_:file:line:function:)")
    public static func execute(
        _ executor: BoltsExecutor = .default,
        closure: @escaping @Sendable () throws -> Success,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Success> {
        BoltsTask(executor, closure, file: file, line: line, function: function)
    }

    /// Runs a closure on an executor, and waits for the task it returns.
    @available(*, deprecated, message: "Use 'BoltsTask(result: ()).continueWithTask(executor) { _ in … }'.")
    public static func executeWithTask(
        _ executor: BoltsExecutor = .default,
        closure: @escaping @Sendable () throws -> BoltsTask<Success>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Success> {
        work(on: executor, CallSite(file, line, function), closure)
    }

    // MARK: Shared by these names

    /// Starts work on an executor, and waits for the task it returns.
    fileprivate static func work(
        on executor: BoltsExecutor,
        _ site: CallSite,
        _ block: @escaping @Sendable () throws -> BoltsTask<Success>
    ) -> BoltsTask<Success> {
        started(as: .work, executor, file: site.file, line: site.line, function: site.function, start: block)
    }
}

extension BoltsTask where Success == Void {
    /// Creates a task that has succeeded without a result.
    @available(*, deprecated, message: "Use 'BoltsTask(result: ())'.")
    public static func emptyTask() -> BoltsTask<Void> { BoltsTask(result: ()) }

    /// Creates a task that has succeeded without a result, from Objective-C's `nil`.
    @available(*, deprecated, message: "Use 'BoltsTask(result: ())'.")
    @_disfavoredOverload
    public convenience init(result: Void?) { self.init(result: ()) }
}
