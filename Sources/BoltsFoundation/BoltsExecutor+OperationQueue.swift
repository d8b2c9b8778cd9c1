public import BoltsTasks
public import Foundation

extension BoltsExecutor {
    /// Runs continuations as operations of an operation queue, even when already on it.
    ///
    /// ```swift
    /// func index(_ text: BoltsTask<String>, on queue: OperationQueue) -> BoltsTask<Int> {
    ///     text.continueOnSuccessWith(.operationQueue(queue)) { $0.count }
    /// }
    /// ```
    ///
    /// - Parameter queue: The queue. An operation that is cancelled before it starts never runs its continuation, whose
    ///   task then fails with `AbandonedTaskError`.
    /// - Returns: The executor.
    public static func operationQueue(_ queue: OperationQueue) -> BoltsExecutor {
        .custom(name: "operationQueue(\(queue.name ?? "unnamed"))") { work in
            queue.addOperation(work)
        }
    }
}
