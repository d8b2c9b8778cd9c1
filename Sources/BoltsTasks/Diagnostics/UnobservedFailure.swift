/// A failure that nobody observed.
///
/// ```swift
/// TaskDiagnostics.onUnobservedFailure { failure in print(failure) }
/// ```
public struct UnobservedFailure: Sendable, CustomStringConvertible {
    /// The error of the task.
    public let error: any Error

    /// The name of the task, if it has one.
    let taskName: String?

    /// The task and its error on one line.
    public var description: String { "nobody observed the failure of \(taskName ?? "a task"): \(error)" }
}
