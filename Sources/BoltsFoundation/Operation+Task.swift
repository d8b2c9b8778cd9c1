public import BoltsTasks
public import Foundation

extension Operation {
    /// This operation, waited for.
    ///
    /// ```swift
    /// func index(on queue: OperationQueue) -> BoltsTask<String> {
    ///     let operation = BlockOperation { print("indexing") }
    ///     let indexed = operation.task()
    ///     queue.addOperation(operation)
    ///     return indexed.continueOnSuccessWith { "indexed" }
    /// }
    /// ```
    ///
    /// The task succeeds when the operation finishes, and is cancelled when the operation was cancelled by then; an
    /// operation that nobody starts never finishes, cancelled or not. Continuations run on a thread of Foundation's
    /// choosing.
    ///
    /// An operation has one `completionBlock`. This puts a block there that also calls the one it found: set your own
    /// first, and call this from one thread at a time. A block that is set later takes this one's place, and the task
    /// fails with `AbandonedTaskError`, as it does when the operation is released before it has finished.
    ///
    /// - Parameters:
    ///   - cancellationToken: Cancels the task at once, and the operation.
    ///   - file: Where, for the message of `AbandonedTaskError`.
    ///   - line: The line in that file.
    /// - Returns: The task.
    public func task(
        cancellationToken: CancellationToken = .none,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> BoltsTask<Void> {
        if isFinished { return isCancelled ? .cancelled() : BoltsTask(result: ()) }
        let source = TaskCompletionSource<Void>(file: file, line: line)
        let previous = completionBlock
        // The operation keeps the block, on Linux for ever: weak, so that they do not keep each other.
        completionBlock = { [weak self] in
            previous?()
            source.end(isCancelled: self?.isCancelled ?? false)
        }
        // Finished between the two: then maybe Foundation called the block that was there before.
        if isFinished { source.end(isCancelled: isCancelled) }

        let task = source.task
        let registration = cancellationToken.register { [weak self, weak source] in
            source?.tryCancel()
            self?.cancel()
        }
        task.continueWith(.immediate) { _ in registration.dispose() }
        return task
    }
}

extension TaskCompletionSource<Void> {
    /// The operation that this source stands for has finished.
    fileprivate func end(isCancelled: Bool) {
        if isCancelled { tryCancel() } else { trySet(result: ()) }
    }
}
