/// The error of ``BoltsTask/timeout(after:clock:cancellationToken:file:line:function:)`` after the time limit, and the reason
/// of a token that the limit cancels.
///
/// ```swift
/// func quick(_ task: BoltsTask<Int>) -> BoltsTask<Int> {
///     task.timeout(after: .seconds(2)).recover(from: TaskTimeoutError.self) { _ in 0 }
/// }
/// ```
public struct TaskTimeoutError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The time limit.
    public let duration: Duration

    /// What happened, with the time limit.
    public var description: String { "the task did not complete within \(duration)" }
}
