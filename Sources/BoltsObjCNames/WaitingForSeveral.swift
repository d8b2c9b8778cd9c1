public import BoltsTasks

// As in Bolts, waiting for nothing succeeds at once. With `BoltsTask.whenAny`, it fails: no result would ever come.

extension BoltsTask where Success == Void {
    /// Waits for all of several tasks.
    @available(*, deprecated, message: "Use 'BoltsTask.whenAll(_:)'.")
    public convenience init<Input: Sendable>(forCompletionOfAllTasks tasks: [BoltsTask<Input>]?) {
        self.init(endingAs: BoltsTask<Input>.whenAll(tasks ?? []))
    }

    /// Waits for all of several tasks.
    @available(*, deprecated, renamed: "whenAll(_:)")
    public static func taskForCompletionOfAllTasks<Input: Sendable>(
        _ tasks: [BoltsTask<Input>]?
    ) -> BoltsTask<Void> {
        BoltsTask<Input>.whenAll(tasks ?? [])
    }
}

extension BoltsTask {
    /// Waits for all of several tasks, and collects their results in input order.
    @available(*, deprecated, message: "Use 'BoltsTask.whenAllResult(_:)'.")
    public convenience init<Input: Sendable>(
        forCompletionOfAllTasksWithResults tasks: [BoltsTask<Input>]?
    ) where Success == [Input] {
        self.init(endingAs: BoltsTask<Input>.whenAllResult(tasks ?? []))
    }

    /// Waits for all of several tasks, and collects their results in input order.
    @available(*, deprecated, renamed: "whenAllResult(_:)")
    public static func taskForCompletionOfAllTasksWithResults<Input: Sendable>(
        _ tasks: [BoltsTask<Input>]?
    ) -> BoltsTask<[Input]> where Success == [Input] {
        BoltsTask<Input>.whenAllResult(tasks ?? [])
    }

    /// Waits for the first of several tasks that succeeds.
    @available(*, deprecated, message: "Use 'BoltsTask.whenAny(_:)'.")
    public convenience init<Input: Sendable>(
        forCompletionOfAnyTask tasks: [BoltsTask<Input>]?
    ) where Success == Input? {
        self.init(endingAs: firstSuccess(of: tasks))
    }

    /// Waits for the first of several tasks that succeeds.
    @available(*, deprecated, renamed: "whenAny(_:)")
    public static func taskForCompletionOfAnyTask<Input: Sendable>(
        _ tasks: [BoltsTask<Input>]?
    ) -> BoltsTask<Input?> where Success == Input? {
        firstSuccess(of: tasks)
    }

    // MARK: Bolts-Swift

    /// Waits for all of several tasks, and collects their results in input order.
    @available(*, deprecated, message: "Use 'BoltsTask.whenAllResult([…])'.")
    @_disfavoredOverload
    public static func whenAllResult(_ tasks: BoltsTask<Success>...) -> BoltsTask<[Success]> { whenAllResult(tasks) }

    /// Waits for the first of several tasks that succeeds.
    ///
    /// In Bolts-Swift the first to end in any way won, and which it was got lost: see `BoltsTask.whenFirst`.
    @available(*, deprecated, message: "Use 'BoltsTask.whenAny([…])', or 'whenFirst' for an end of any kind.")
    public static func whenAny(_ tasks: BoltsTask<Success>...) -> BoltsTask<Success> { whenAny(tasks) }
}

private func firstSuccess<Input: Sendable>(of tasks: [BoltsTask<Input>]?) -> BoltsTask<Input?> {
    guard let tasks, !tasks.isEmpty else { return BoltsTask(result: nil) }
    return BoltsTask<Input>.whenAny(tasks).continueOnSuccessWith(.immediate) { $0 }
}
