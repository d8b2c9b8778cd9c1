@_spi(Bolts) public import BoltsTasks
public import Foundation

extension Operation {
    /// A task that completes when this operation finishes.
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
    /// The task succeeds when the operation finishes, or is cancelled if the operation was. An operation that is never started
    /// never finishes, even if it is cancelled. Foundation chooses the thread on which continuations run.
    ///
    /// An operation has only one `completionBlock`. This method sets one that also calls the existing one. Set your own first,
    /// and call this method from one thread at a time. If the block is replaced later, or the operation is released before it
    /// has finished, the task fails with `AbandonedTaskError`.
    ///
    /// - Parameters:
    ///   - cancellationToken: Cancels the task and the operation immediately.
    ///   - file: The file that `AbandonedTaskError` names.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line, which `TaskDiagnostics` shows.
    /// - Returns: The task.
    public func task(
        cancellationToken: CancellationToken = .none,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Void> {
        if isFinished { return isCancelled ? .cancelled() : BoltsTask(result: ()) }
        let source = TaskCompletionSource<Void>(file: file, line: line, function: function)
        let previous = completionBlock
        // The reference is weak, because the operation retains the block, on Linux forever.
        completionBlock = { [weak self] in
            previous?()
            source.complete(isCancelled: self?.isCancelled ?? false)
        }
        // If the operation finished in between, Foundation may have called the old block.
        if isFinished { source.complete(isCancelled: isCancelled) }

        let task = source.task
        let registration = cancellationToken.register { [weak self, weak source] in
            source?.tryCancel()
            self?.cancel()
        }
        task.onCompletion { registration.dispose() }
        return task
    }

    /// Waits until this operation finishes, from `async` code.
    ///
    /// ```swift
    /// func index(on queue: OperationQueue) async throws {
    ///     let operation = BlockOperation { print("indexing") }
    ///     queue.addOperation(operation)
    ///     try await operation.completion()
    /// }
    /// ```
    ///
    /// Cancelling the calling Swift task cancels the operation and ends the wait immediately. Otherwise it works like
    /// ``task(cancellationToken:file:line:function:)``.
    ///
    /// - Throws: `CancellationError` if the operation or the calling Swift task was cancelled; `AbandonedTaskError` if
    ///   the completion block was replaced, or the operation was released before it had finished.
    public func completion() async throws {
        try await withCancellationToken { task(cancellationToken: $0) }
    }
}

extension TaskCompletionSource<Void> {
    /// Completes the task of an operation that has finished.
    fileprivate func complete(isCancelled: Bool) {
        if isCancelled { tryCancel() } else { trySet(result: ()) }
    }
}
