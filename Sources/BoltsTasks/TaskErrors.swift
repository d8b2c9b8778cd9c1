/// The task can never complete: whoever was to complete it is gone.
///
/// A ``TaskCompletionSource`` that is released before it has completed its task fails it with this error, and so does
/// an executor that lets go of its work without running it. So nothing waits for ever.
///
/// ```swift
/// func forgetful() -> BoltsTask<Int> { TaskCompletionSource<Int>().task }   // fails, and the error says where
/// ```
public struct AbandonedTaskError: Error, Hashable, Sendable, CustomStringConvertible {
    enum Cause: Hashable, Sendable {
        case sourceReleased(file: String, line: UInt)
        case upstreamReleased
        case droppedByExecutor
    }

    let cause: Cause

    init(_ cause: Cause) { self.cause = cause }

    /// The file of the ``TaskCompletionSource`` that was released, if that is what happened.
    public var file: String? {
        if case .sourceReleased(let file, _) = cause { file } else { nil }
    }

    /// The line where that source was made.
    public var line: UInt? {
        if case .sourceReleased(_, let line) = cause { line } else { nil }
    }

    /// What was let go of, and where.
    public var description: String {
        switch cause {
        case .sourceReleased(let file, let line):
            "the TaskCompletionSource made at \(file):\(line) was released before it completed its task; "
                + "keep it until it has"
        case .upstreamReleased:
            "the task that this one waited for was released before it completed"
        case .droppedByExecutor:
            "the executor let go of the continuation without running it"
        }
    }
}

/// A task was used in a way that can never end.
///
/// ```swift
/// func explain(_ task: BoltsTask<Int>) -> BoltsTask<Int> {
///     task.continueOnErrorWith { (error: TaskUsageError) in
///         print(error)   // a continuation returned the task it was to complete
///         return 0
///     }
/// }
/// ```
public struct TaskUsageError: Error, Hashable, Sendable, CustomStringConvertible {
    private enum Code: Hashable, Sendable { case returnedItself, nothingToWaitFor }

    private let code: Code

    /// A continuation returned its own result: the task would wait for itself (T6).
    public static let returnedItself = TaskUsageError(code: .returnedItself)

    /// The first of no tasks was asked for: it would never come (T7).
    public static let nothingToWaitFor = TaskUsageError(code: .nothingToWaitFor)

    /// What was done, and why it cannot work.
    public var description: String {
        switch code {
        case .nothingToWaitFor:
            "the first of no tasks was waited for, which would never come; give it one task at least"
        case .returnedItself:
            "a continuation returned the very task that it completes, which would wait for itself; "
                + "return another task, or a value"
        }
    }
}
