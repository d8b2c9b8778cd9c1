public import BoltsTasks

// The methods were properties in Objective-C; the first Swift saw them as methods. They are disfavoured so that
// `task.result` without parentheses is always the property.

extension BoltsTask {
    /// The result, once the task has succeeded.
    @available(*, deprecated, renamed: "getter:result()")
    @_disfavoredOverload
    public final func result() -> Success? { result }

    /// The error, once the task has failed.
    @available(*, deprecated, renamed: "getter:error()")
    @_disfavoredOverload
    public final func error() -> (any Error)? { error }

    /// Whether the task has been cancelled.
    @available(*, deprecated, renamed: "getter:isCancelled()")
    @_disfavoredOverload
    public final func isCancelled() -> Bool { isCancelled }

    /// Whether the task has ended with an error.
    @available(*, deprecated, renamed: "getter:isFaulted()")
    @_disfavoredOverload
    public final func isFaulted() -> Bool { isFaulted }

    /// Whether the task has ended, in whichever way.
    @available(*, deprecated, renamed: "getter:isCompleted()")
    @_disfavoredOverload
    public final func isCompleted() -> Bool { isCompleted }

    /// Whether the task has ended, in whichever way: Objective-C's and Bolts-Swift's name.
    @available(*, deprecated, renamed: "isCompleted")
    public final var completed: Bool { isCompleted }

    /// Whether the task has ended with an error.
    @available(*, deprecated, renamed: "isFaulted")
    public final var faulted: Bool { isFaulted }

    /// Whether the task has been cancelled.
    @available(*, deprecated, renamed: "isCancelled")
    public final var cancelled: Bool { isCancelled }

    /// Blocks the calling thread until this task has ended.
    @available(*, deprecated, renamed: "waitUntilCompleted()")
    @available(*, noasync, message: "blocks the thread; use 'try await task.value'")
    public final func waitUntilFinished() { waitUntilCompleted() }
}
