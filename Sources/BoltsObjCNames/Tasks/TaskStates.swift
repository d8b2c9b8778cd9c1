public import BoltsTasks

// Objective-C's properties were methods in the first Swift. The methods are disfavoured so that `task.result` without
// parentheses is always the property.

extension BoltsTask {
    /// The result, if the task has succeeded.
    @available(*, deprecated, renamed: "getter:result()")
    @_disfavoredOverload
    public final func result() -> Success? { result }

    /// The error, if the task has failed.
    @available(*, deprecated, renamed: "getter:error()")
    @_disfavoredOverload
    public final func error() -> (any Error)? { error }

    /// Whether the task has been cancelled.
    @available(*, deprecated, renamed: "getter:isCancelled()")
    @_disfavoredOverload
    public final func isCancelled() -> Bool { isCancelled }

    /// Whether the task has failed.
    @available(*, deprecated, renamed: "getter:isFaulted()")
    @_disfavoredOverload
    public final func isFaulted() -> Bool { isFaulted }

    /// Whether the task has completed, with any outcome.
    @available(*, deprecated, renamed: "getter:isCompleted()")
    @_disfavoredOverload
    public final func isCompleted() -> Bool { isCompleted }

    /// Whether the task has completed, with any outcome: Objective-C's and Bolts-Swift's name.
    @available(*, deprecated, renamed: "isCompleted")
    public final var completed: Bool { isCompleted }

    /// Whether the task has failed.
    @available(*, deprecated, renamed: "isFaulted")
    public final var faulted: Bool { isFaulted }

    /// Whether the task has been cancelled.
    @available(*, deprecated, renamed: "isCancelled")
    public final var cancelled: Bool { isCancelled }

    /// Blocks the calling thread until the task has completed.
    @available(*, deprecated, renamed: "waitUntilCompleted(file:line:function:)")
    @available(*, noasync, message: "Use 'try await task.value', which does not block a thread.")
    public final func waitUntilFinished(
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) {
        waitUntilCompleted(file: file, line: line, function: function)
    }
}
