public import BoltsTasks

extension TaskCompletionSource {
    // MARK: Objective-C

    /// Creates a source and its task.
    @available(*, deprecated, renamed: "init(file:line:function:)")
    public static func taskCompletionSource(
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> TaskCompletionSource<Success> {
        TaskCompletionSource(file: file, line: line, function: function)
    }

    /// Completes the task with a result.
    @available(*, deprecated, renamed: "set(result:file:line:)")
    public func setResult(_ result: Success, file: StaticString = #fileID, line: UInt = #line) {
        set(result: result, file: file, line: line)
    }

    /// Completes the task with an error.
    @available(*, deprecated, renamed: "set(error:file:line:)")
    public func setError(_ error: any Error, file: StaticString = #fileID, line: UInt = #line) {
        set(error: error, file: file, line: line)
    }

    /// Completes the task with a result, unless it has completed, and returns whether this call did.
    @available(*, deprecated, renamed: "trySet(result:file:line:)")
    @discardableResult
    public func trySetResult(_ result: Success, file: StaticString = #fileID, line: UInt = #line) -> Bool {
        trySet(result: result, file: file, line: line)
    }

    /// Completes the task with an error, unless it has completed, and returns whether this call did.
    @available(*, deprecated, renamed: "trySet(error:file:line:)")
    @discardableResult
    public func trySetError(_ error: any Error, file: StaticString = #fileID, line: UInt = #line) -> Bool {
        trySet(error: error, file: file, line: line)
    }

    /// Cancels the task, unless it has completed, and returns whether this call did.
    @available(*, deprecated, renamed: "tryCancel(file:line:)")
    @discardableResult
    public func trySetCancelled(file: StaticString = #fileID, line: UInt = #line) -> Bool {
        tryCancel(file: file, line: line)
    }

    // MARK: Methods passed as functions, such as `load(success: source.set(result:))`
    //
    // The methods of BoltsTasks also take the caller's file and line, so they have another function type. These are
    // disfavoured so that a call never finds them.

    /// Completes the task with a result.
    @available(*, deprecated, message: "Use a closure: '{ source.set(result: $0) }'.")
    @_disfavoredOverload
    public func set(result: Success) { set(result: result, file: #fileID, line: #line) }

    /// Completes the task with an error.
    @available(*, deprecated, message: "Use a closure: '{ source.set(error: $0) }'.")
    @_disfavoredOverload
    public func set(error: any Error) { set(error: error, file: #fileID, line: #line) }

    /// Completes the task with a result, unless it has completed, and returns whether this call did.
    @available(*, deprecated, message: "Use a closure: '{ source.trySet(result: $0) }'.")
    @_disfavoredOverload
    @discardableResult
    public func trySet(result: Success) -> Bool { trySet(result: result, file: #fileID, line: #line) }

    /// Completes the task with an error, unless it has completed, and returns whether this call did.
    @available(*, deprecated, message: "Use a closure: '{ source.trySet(error: $0) }'.")
    @_disfavoredOverload
    @discardableResult
    public func trySet(error: any Error) -> Bool { trySet(error: error, file: #fileID, line: #line) }
}

extension TaskCompletionSource {
    // MARK: Objective-C's `nil`, for a result that cannot be `nil`

    /// Completes the task with a result.
    @available(*, unavailable, message: "Unwrap the result, or create a 'TaskCompletionSource<Value?>'.")
    public func set(result: Success?) { fatalError("unavailable") }

    /// Completes the task with a result, unless it has completed.
    @available(*, unavailable, message: "Unwrap the result, or create a 'TaskCompletionSource<Value?>'.")
    @discardableResult
    public func trySet(result: Success?) -> Bool { fatalError("unavailable") }

    /// Completes the task with a result.
    @available(*, unavailable, message: "Unwrap the result, or create a 'TaskCompletionSource<Value?>'.")
    public func setResult(_ result: Success?) { fatalError("unavailable") }

    /// Completes the task with a result, unless it has completed.
    @available(*, unavailable, message: "Unwrap the result, or create a 'TaskCompletionSource<Value?>'.")
    @discardableResult
    public func trySetResult(_ result: Success?) -> Bool { fatalError("unavailable") }

    // MARK: Objective-C's `nil` for no error

    /// Completes the task with an error.
    @available(*, unavailable, message: "Unwrap the error: a task fails with one.")
    public func set(error: (any Error)?) { fatalError("unavailable") }
}

extension TaskCompletionSource where Success == Void {
    // MARK: Objective-C's `nil` for no result

    /// Completes the task without a result.
    @available(*, deprecated, message: "Use 'set()'.")
    @_disfavoredOverload
    public func set(result: Void?, file: StaticString = #fileID, line: UInt = #line) {
        set(file: file, line: line)
    }

    /// Completes the task without a result, unless it has completed, and returns whether this call did.
    @available(*, deprecated, message: "Use 'trySet()'.")
    @_disfavoredOverload
    @discardableResult
    public func trySet(result: Void?, file: StaticString = #fileID, line: UInt = #line) -> Bool {
        trySet(file: file, line: line)
    }

    /// Completes the task without a result.
    @available(*, deprecated, message: "Use 'set()'.")
    @_disfavoredOverload
    public func setResult(_ result: Void?, file: StaticString = #fileID, line: UInt = #line) {
        set(file: file, line: line)
    }
}
