/// The tasks that are pending at one moment, and which of them waits for which.
///
/// ```swift
/// let snapshot = TaskDiagnostics.snapshot()
/// print(snapshot)            // as a tree
/// print(snapshot.graphviz)   // for `dot -Tsvg`
/// print(snapshot.sources(olderThan: .seconds(60)).map(\.id))
/// ```
public struct TaskSnapshot: Sendable, Hashable, Codable {
    /// The pending tasks, and the threads and Swift tasks that wait for them, in the order of their creation.
    public let tasks: [PendingTask]

    /// The last tasks, up to 256, that failed because nothing was left to complete them, oldest first.
    public let abandoned: [AbandonedTask]

    /// The number of tasks that were abandoned since tracking started.
    public let abandonedCount: Int

    /// The groups of tasks that wait for each other in a cycle, so that none of them can complete.
    ///
    /// Each is a list of numbers in the order of waiting: the first waits for the second, and the last for the first.
    public let cycles: [[UInt64]]

    /// The threads that are blocked in `waitUntilCompleted`; the main thread first.
    public var blockedThreads: [PendingTask] {
        let blocked = tasks.filter { $0.kind == .blockedThread }
        return blocked.filter(\.isOnMainThread) + blocked.filter { !$0.isOnMainThread }
    }

    /// Returns the tasks whose ``TaskCompletionSource`` has not completed them for a long time.
    ///
    /// - Parameter limit: The age.
    /// - Returns: The sources that are older, in the order of their creation.
    public func sources(olderThan limit: Duration) -> [PendingTask] {
        tasks.filter { $0.kind == .source && $0.age > limit }
    }

    init(tasks: [PendingTask], abandoned: [AbandonedTask] = [], abandonedCount: Int = 0) {
        self.tasks = tasks
        self.abandoned = abandoned
        self.abandonedCount = abandonedCount
        cycles = WaitCycles(tasks).cycles()
    }
}
