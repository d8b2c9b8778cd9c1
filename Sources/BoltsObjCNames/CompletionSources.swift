public import BoltsTasks

extension TaskCompletionSource {
    /// Creates a source and its task.
    @available(*, deprecated, renamed: "init()")
    public static func taskCompletionSource() -> TaskCompletionSource<Success> { TaskCompletionSource() }

    /// Completes the task with a result.
    @available(*, deprecated, renamed: "set(result:)")
    public func setResult(_ result: Success, file: StaticString = #fileID, line: UInt = #line) {
        set(result: result, file: file, line: line)
    }

    /// Completes the task with an error.
    @available(*, deprecated, renamed: "set(error:)")
    public func setError(_ error: any Error, file: StaticString = #fileID, line: UInt = #line) {
        set(error: error, file: file, line: line)
    }

    /// Completes the task with a result, unless it is complete: whether this call did.
    @available(*, deprecated, renamed: "trySet(result:)")
    @discardableResult
    public func trySetResult(_ result: Success, file: StaticString = #fileID, line: UInt = #line) -> Bool {
        trySet(result: result, file: file, line: line)
    }

    /// Completes the task with an error, unless it is complete: whether this call did.
    @available(*, deprecated, renamed: "trySet(error:)")
    @discardableResult
    public func trySetError(_ error: any Error, file: StaticString = #fileID, line: UInt = #line) -> Bool {
        trySet(error: error, file: file, line: line)
    }

    /// Cancels the task, unless it is complete: whether this call did.
    @available(*, deprecated, renamed: "tryCancel()")
    @discardableResult
    public func trySetCancelled(file: StaticString = #fileID, line: UInt = #line) -> Bool {
        tryCancel(file: file, line: line)
    }
}
