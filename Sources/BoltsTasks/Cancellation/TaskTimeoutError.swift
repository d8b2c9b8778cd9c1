/// The error of ``BoltsTask/timeout(after:clock:cancellationToken:file:line:function:)`` when the time is over, and the reason of a
/// token that is cancelled because of it.
///
/// ```swift
/// func quick(_ task: BoltsTask<Int>) -> BoltsTask<Int> {
///     task.timeout(after: .seconds(2)).recover(from: TaskTimeoutError.self) { _ in 0 }
/// }
/// ```
public struct TaskTimeoutError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The time that the task had.
    public let duration: Duration

    /// What happened, with the time.
    public var description: String { "the task did not complete within \(duration)" }
}
