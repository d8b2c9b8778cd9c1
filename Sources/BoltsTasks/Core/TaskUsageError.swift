/// The error of a task that was used in a way that could never complete.
///
/// ```swift
/// func explain(_ task: BoltsTask<Int>) -> BoltsTask<Int> {
///     task.continueOnErrorWith { (error: TaskUsageError) in
///         print(error)   // says what was wrong, and what to do
///         return 0
///     }
/// }
/// ```
public struct TaskUsageError: Error, Hashable, Sendable, CustomStringConvertible {
    private enum Code: Hashable, Sendable { case returnedItself, nothingToWaitFor, completedWithItself }

    private let code: Code

    /// A continuation returned its own result, so the task would wait for itself.
    public static let returnedItself = TaskUsageError(code: .returnedItself)

    /// `whenAny` or `whenFirst` was called without tasks, so the result would never complete.
    public static let nothingToWaitFor = TaskUsageError(code: .nothingToWaitFor)

    /// A source would have completed its task with that same task.
    public static let completedWithItself = TaskUsageError(code: .completedWithItself)

    /// What was wrong, and what to do.
    public var description: String {
        switch code {
        case .nothingToWaitFor:
            "an empty list has no first task to wait for; pass at least one task"
        case .completedWithItself:
            "a source was given its own task to complete with, which would wait for itself; pass another task"
        case .returnedItself:
            "a continuation returned the task that it completes, which would wait for itself; "
                + "return another task, or a value"
        }
    }
}
