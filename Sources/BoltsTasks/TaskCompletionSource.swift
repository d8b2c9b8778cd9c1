/// Makes a task and completes it.
///
/// ```swift
/// func load(_ start: (@escaping @Sendable (Result<String, any Error>) -> Void) -> Void) -> BoltsTask<String> {
///     let source = TaskCompletionSource<String>()
///     start { result in source.trySet(result) }
///     return source.task
/// }
/// ```
///
/// The first completion wins. A `set…` on a task that is complete stops the program with a message that names both
/// places; a `trySet…` answers whether it was the one. A source that is released before it has completed its task fails
/// it with ``AbandonedTaskError``.
public final class TaskCompletionSource<Success: Sendable>: Sendable {
    /// The task that this source completes.
    public let task: BoltsTask<Success>

    @usableFromInline let origin: SourceLocation
    @usableFromInline let completion = SourceLocation.Written()

    /// Creates a source and its task.
    ///
    /// - Parameters:
    ///   - file: Where, for the message of ``AbandonedTaskError``.
    ///   - line: The line in that file.
    @inlinable
    public init(file: StaticString = #fileID, line: UInt = #line) {
        task = BoltsTask(pending: ())
        origin = SourceLocation(file: file, line: line)
    }

    @inlinable
    deinit {
        if !task.isDone { abandon() }
    }

    @usableFromInline @inline(never)
    func abandon() {
        guard task.claim() else { return }
        task.write(error: AbandonedTaskError(.sourceReleased(file: "\(origin.file)", line: origin.line)))
        task.finish()
    }

    // MARK: Completing, where it can only happen once

    /// Completes the task with a result.
    ///
    /// Its continuations run on this thread unless they say otherwise.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - file: Where, for the message when the task is complete already.
    ///   - line: The line in that file.
    @inlinable
    public func set(result: Success, file: StaticString = #fileID, line: UInt = #line) {
        if !trySet(result: result, file: file, line: line) {
            Self.stop("set(result:)", file, line, task, completion.packed)
        }
    }

    /// Completes the task with an error; `CancellationError` cancels it.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - file: Where, for the message when the task is complete already.
    ///   - line: The line in that file.
    @inlinable
    public func set(error: any Error, file: StaticString = #fileID, line: UInt = #line) {
        if !trySet(error: error, file: file, line: line) {
            Self.stop("set(error:)", file, line, task, completion.packed)
        }
    }

    /// Completes the task with either; `CancellationError` cancels it.
    ///
    /// - Parameters:
    ///   - result: A result or an error.
    ///   - file: Where, for the message when the task is complete already.
    ///   - line: The line in that file.
    @inlinable
    public func set(_ result: Result<Success, any Error>, file: StaticString = #fileID, line: UInt = #line) {
        if !trySet(result, file: file, line: line) { Self.stop("set(_:)", file, line, task, completion.packed) }
    }

    /// Cancels the task.
    ///
    /// - Parameters:
    ///   - file: Where, for the message when the task is complete already.
    ///   - line: The line in that file.
    @inlinable
    public func cancel(file: StaticString = #fileID, line: UInt = #line) {
        if !tryCancel(file: file, line: line) { Self.stop("cancel()", file, line, task, completion.packed) }
    }

    // MARK: Completing, where somebody else may be first

    /// Completes the task with a result, unless it is complete.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - file: Where, for the message of a later `set…`.
    ///   - line: The line in that file.
    /// - Returns: Whether this call completed it.
    @inlinable
    @discardableResult
    public func trySet(result: Success, file: StaticString = #fileID, line: UInt = #line) -> Bool {
        guard task.claim() else { return false }
        completion.write(file, line)
        task.write(result: result)
        task.finish()
        return true
    }

    /// Completes the task with an error, unless it is complete; `CancellationError` cancels it.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - file: Where, for the message of a later `set…`.
    ///   - line: The line in that file.
    /// - Returns: Whether this call completed it.
    @inlinable
    @discardableResult
    public func trySet(error: any Error, file: StaticString = #fileID, line: UInt = #line) -> Bool {
        guard task.claim() else { return false }
        completion.write(file, line)
        task.write(error: error)
        task.finish()
        return true
    }

    /// Completes the task with either, unless it is complete.
    ///
    /// - Parameters:
    ///   - result: A result or an error.
    ///   - file: Where, for the message of a later `set…`.
    ///   - line: The line in that file.
    /// - Returns: Whether this call completed it.
    @inlinable
    @discardableResult
    public func trySet(
        _ result: Result<Success, any Error>,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> Bool {
        switch result {
        case .success(let result): trySet(result: result, file: file, line: line)
        case .failure(let error): trySet(error: error, file: file, line: line)
        }
    }

    /// Cancels the task, unless it is complete.
    ///
    /// - Parameters:
    ///   - file: Where, for the message of a later `set…`.
    ///   - line: The line in that file.
    /// - Returns: Whether this call cancelled it.
    @inlinable
    @discardableResult
    public func tryCancel(file: StaticString = #fileID, line: UInt = #line) -> Bool {
        trySet(error: CancellationError(), file: file, line: line)
    }

    /// Not a method of the source: a source that is passed on cannot live on the stack.
    @usableFromInline @inline(never)
    static func stop(
        _ call: StaticString,
        _ file: StaticString,
        _ line: UInt,
        _ task: BoltsTask<Success>,
        _ completion: SourceLocation.Packed
    ) -> Never {
        let first = completion.location.map { "at \($0.file):\($0.line)" } ?? "by another thread at this moment"
        fatalError(
            "\(call) at \(file):\(line) on a task that was completed \(first): \(task). "
                + "A task completes once; where two may try, use trySet."
        )
    }
}

extension TaskCompletionSource where Success == Void {
    /// Completes a task that has no result to give.
    ///
    /// - Parameters:
    ///   - file: Where, for the message when the task is complete already.
    ///   - line: The line in that file.
    @inlinable
    public func set(file: StaticString = #fileID, line: UInt = #line) {
        if !trySet(file: file, line: line) { Self.stop("set()", file, line, task, completion.packed) }
    }

    /// Completes a task that has no result to give, unless it is complete.
    ///
    /// - Parameters:
    ///   - file: Where, for the message of a later `set…`.
    ///   - line: The line in that file.
    /// - Returns: Whether this call completed it.
    @inlinable
    @discardableResult
    public func trySet(file: StaticString = #fileID, line: UInt = #line) -> Bool {
        trySet(result: (), file: file, line: line)
    }
}
