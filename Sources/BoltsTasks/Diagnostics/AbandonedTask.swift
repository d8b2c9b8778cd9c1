/// A task that failed because nothing was left to complete it.
///
/// Usually its ``TaskCompletionSource`` was released before it completed the task.
///
/// ```swift
/// for task in TaskDiagnostics.snapshot().abandoned { print("forgotten:", task.place?.description ?? "somewhere") }
/// ```
public struct AbandonedTask: Sendable, Hashable, Codable {
    /// The task's name.
    public let name: String?

    /// The task's type, such as `BoltsTask<Int>`.
    public let type: String

    /// What kind of task it was.
    public let kind: TaskKind

    /// Where it was created.
    public let place: CreationPlace?

    /// The time from its creation until it was abandoned.
    public let lifetime: Duration

    /// The time since it was abandoned.
    public let age: Duration
}
