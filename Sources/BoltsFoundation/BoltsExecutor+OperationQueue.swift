public import BoltsTasks
public import Foundation

extension BoltsExecutor {
    /// Runs continuations as operations of an operation queue, asynchronously even if the caller is already on it.
    ///
    /// ```swift
    /// func index(_ text: BoltsTask<String>, on queue: OperationQueue) -> BoltsTask<Int> {
    ///     text.continueOnSuccessWith(.operationQueue(queue)) { $0.count }
    /// }
    /// ```
    ///
    /// - Parameter queue: The queue. If an operation is cancelled before it starts, its continuation never runs, and
    ///   the continuation's task fails with `AbandonedTaskError`.
    /// - Returns: The executor.
    public static func operationQueue(_ queue: OperationQueue) -> BoltsExecutor {
        .custom(name: "operationQueue(\(queue.name ?? "unnamed"))") { work in
            queue.addOperation(work)
        }
    }
}
