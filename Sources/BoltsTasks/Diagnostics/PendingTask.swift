/// A task that had not completed when a ``TaskSnapshot`` was taken, or a thread or Swift task that was waiting for one.
///
/// ```swift
/// func describe(_ task: PendingTask) -> String { "\(task.name ?? task.type), pending for \(task.age)" }
/// ```
public struct PendingTask: Sendable, Hashable, Codable, Identifiable {
    /// The state of a pending task.
    @nonexhaustive public enum State: String, Sendable, Hashable, Codable, CaseIterable {
        /// The task waits for other tasks, or for its source.
        case waiting
        /// The task it waited for is complete; its closure is about to start.
        case ready
        /// The task was handed to its executor, which has not started it.
        case queued
        /// The task's closure runs.
        case running
    }

    /// The task's number, unique in this process.
    public let id: UInt64

    /// The task's name.
    public let name: String?

    /// The task's type, such as `BoltsTask<Int>`.
    public let type: String

    /// What kind of task it is.
    public let kind: TaskKind

    /// The task's state.
    public let state: State

    /// Where it was created, or where the thread began to wait; `nil` if that is not known.
    public let place: CreationPlace?

    /// The time since it was created.
    public let age: Duration

    /// The name of the executor that its closure runs on; `nil` for the default one, and for tasks without a closure.
    public let executor: String?

    /// The system's number of the thread that runs its closure or that is blocked; `nil` if there is none.
    public let thread: UInt64?

    /// Whether its closure runs on the main thread, or whether the blocked thread is the main thread.
    public let isOnMainThread: Bool

    /// The numbers of the pending tasks that it waits for.
    public let waitsFor: [UInt64]

    /// The numbers of the tasks, threads and Swift tasks that wait for it.
    public let awaitedBy: [UInt64]
}
