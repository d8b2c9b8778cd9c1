public import BoltsTasks

// Objective-C's and Bolts-Swift's ways to wait for several tasks. Under the old names, waiting for no tasks succeeds at
// once, as in Bolts; `whenAny` of BoltsTasks fails instead, because no result would ever come.

extension BoltsTask where Success == Void {
    /// Waits for all tasks.
    @available(*, deprecated, message: "Use 'BoltsTask.whenAll(_:)'.")
    public convenience init<Input: Sendable>(
        forCompletionOfAllTasks tasks: [BoltsTask<Input>]?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) {
        let all = BoltsTask<Input>.whenAll(tasks ?? [])
        self.init(completingWith: all, as: .whenAll, file: file, line: line, function: function)
    }

    /// Waits for all tasks.
    @available(*, deprecated, renamed: "whenAll(_:file:line:function:)")
    public static func taskForCompletionOfAllTasks<Input: Sendable>(
        _ tasks: [BoltsTask<Input>]?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Void> {
        BoltsTask<Input>.whenAll(tasks ?? [], file: file, line: line, function: function)
    }
}

extension BoltsTask {
    // MARK: Objective-C

    /// Waits for all tasks.
    ///
    /// The task has no result; Objective-C's type did not state one.
    @available(
        *,
        unavailable,
        message: "This task has no result: use 'BoltsTask<Void>(forCompletionOfAllTasks:)', or 'BoltsTask<Value?>'."
    )
    public convenience init<Input: Sendable>(forCompletionOfAllTasks tasks: [BoltsTask<Input>]?) {
        fatalError("unavailable")
    }

    /// Waits for all tasks, for code that expects a task whose result may be `nil`.
    @available(*, deprecated, message: "Use 'BoltsTask.whenAll(_:)', which has no result.")
    @_disfavoredOverload
    public convenience init<Input: Sendable, Value: Sendable>(
        forCompletionOfAllTasks tasks: [BoltsTask<Input>]?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) where Success == Value? {
        let all = BoltsTask<Input>.whenAll(tasks ?? []).continueOnSuccessWith(.immediate) { Value?.none }
        self.init(completingWith: all, as: .whenAll, file: file, line: line, function: function)
    }

    /// Waits for all tasks and collects their results in input order.
    @available(*, deprecated, message: "Use 'BoltsTask.whenAllResult(_:)'.")
    public convenience init<Input: Sendable>(
        forCompletionOfAllTasksWithResults tasks: [BoltsTask<Input>]?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) where Success == [Input] {
        let all = BoltsTask<Input>.whenAllResult(tasks ?? [])
        self.init(completingWith: all, as: .whenAllResult, file: file, line: line, function: function)
    }

    /// Waits for all tasks and collects their results in input order.
    @available(*, deprecated, renamed: "whenAllResult(_:file:line:function:)")
    public static func taskForCompletionOfAllTasksWithResults<Input: Sendable>(
        _ tasks: [BoltsTask<Input>]?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<[Input]> where Success == [Input] {
        BoltsTask<Input>.whenAllResult(tasks ?? [], file: file, line: line, function: function)
    }

    /// Waits for the first task that succeeds.
    @available(*, deprecated, message: "Use 'BoltsTask.whenAny(_:)'.")
    public convenience init<Input: Sendable>(
        forCompletionOfAnyTask tasks: [BoltsTask<Input>]?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) where Success == Input? {
        self.init(completingWith: firstSuccess(of: tasks), as: .whenAny, file: file, line: line, function: function)
    }

    /// Waits for the first task that succeeds, if the tasks have results of any type.
    @available(*, deprecated, message: "Use 'BoltsTask.whenAny(_:)'.")
    public convenience init(
        forCompletionOfAnyTask tasks: [BoltsTask<(any Sendable)?>]?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) where Success == (any Sendable)? {
        let first = firstSuccess(of: tasks).continueOnSuccessWith(.immediate) { $0 ?? nil }
        self.init(completingWith: first, as: .whenAny, file: file, line: line, function: function)
    }

    /// Waits for the first task that succeeds.
    ///
    /// The result is `nil` if there are no tasks; otherwise it has the type of the tasks' results.
    @available(
        *,
        unavailable,
        message: "Without tasks the result is nil: use 'BoltsTask<Value?>(forCompletionOfAnyTask:)' and 'cast(to:)'."
    )
    @_disfavoredOverload
    public convenience init<Input: Sendable>(forCompletionOfAnyTask tasks: [BoltsTask<Input>]?) {
        fatalError("unavailable")
    }

    /// Waits for the first task that succeeds.
    @available(*, deprecated, renamed: "whenAny(_:file:line:function:)")
    public static func taskForCompletionOfAnyTask<Input: Sendable>(
        _ tasks: [BoltsTask<Input>]?,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Input?> where Success == Input? {
        BoltsTask<Input?>(
            completingWith: firstSuccess(of: tasks),
            as: .whenAny,
            file: file,
            line: line,
            function: function
        )
    }

    // MARK: Bolts-Swift

    /// Waits for the first task that completes with any outcome, as in Bolts-Swift.
    ///
    /// The returned task always succeeds, and does not say which task was first.
    @available(
        *,
        deprecated,
        message: "Use 'whenFirst(_:)' for the first task to complete; for the first to succeed, import BoltsTasks."
    )
    public static func whenAny(
        _ tasks: [BoltsTask<Success>],
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Void> {
        firstCompletion(of: tasks, CallSite(file, line, function))
    }

    /// Waits for the first task that completes with any outcome, as in Bolts-Swift.
    ///
    /// The returned task always succeeds, and does not say which task was first.
    @available(
        *,
        deprecated,
        message: "Use 'whenFirst([…])' for the first task to complete; for the first to succeed, import BoltsTasks."
    )
    public static func whenAny(
        _ tasks: BoltsTask<Success>...,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Void> {
        firstCompletion(of: tasks, CallSite(file, line, function))
    }
}

private func firstSuccess<Input: Sendable>(of tasks: [BoltsTask<Input>]?) -> BoltsTask<Input?> {
    guard let tasks, !tasks.isEmpty else { return BoltsTask(result: nil) }
    let first: BoltsTask<Input> = .whenAny(AnySequence(tasks))  // Not the deprecated one for arrays.
    return first.continueOnSuccessWith(.immediate) { $0 }
}

private func firstCompletion<Input: Sendable>(of tasks: [BoltsTask<Input>], _ site: CallSite) -> BoltsTask<Void> {
    if tasks.isEmpty { return BoltsTask(result: ()) }
    let first = BoltsTask<Input>.whenFirst(tasks).continueOnSuccessWith(.immediate) { _ in }
    return BoltsTask<Void>(
        completingWith: first,
        as: .whenAny,
        file: site.file,
        line: site.line,
        function: site.function
    )
}
