extension BoltsTask {
    // MARK: From async to a task

    /// Starts asynchronous work.
    ///
    /// The work runs in a Swift task of its own, on the global executor. When the token is cancelled, so is that task;
    /// what the work makes of it decides the outcome, and a `CancellationError` that it throws cancels the result.
    ///
    /// ```swift
    /// func double(_ number: BoltsTask<Int>, _ token: CancellationToken) -> BoltsTask<Int> {
    ///     BoltsTask(cancellationToken: token) { try await number.value * 2 }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - priority: The priority of the Swift task.
    ///   - cancellationToken: Cancels the Swift task.
    ///   - work: What it returns or throws is the outcome.
    public convenience init(
        priority: TaskPriority? = nil,
        cancellationToken: CancellationToken = .none,
        _ work: @escaping @Sendable () async throws -> Success
    ) {
        self.init(pending: ())
        let running = Task<Void, Never>(priority: priority) { [self] in
            do {
                write(result: try await work())
            } catch {
                write(error: error)
            }
            finish()
        }
        guard cancellationToken.storage != nil else { return }
        let registration = cancellationToken.register { running.cancel() }
        // So that a token that outlives the work does not keep it.
        continueWith(.immediate) { _ in registration.dispose() }
    }

    // MARK: From a task to async

    /// The result, waited for.
    ///
    /// A task that has completed is read without suspension. Cancelling the Swift task that waits ends this wait only,
    /// with `CancellationError`: the task itself, which others may wait for, goes on.
    ///
    /// - Throws: The error of a task that failed; `CancellationError` if it was cancelled, or the wait was.
    @inlinable
    public final var value: Success {
        get async throws {
            // A task that has succeeded is read here and now; everything else is the slow way.
            if isDone, end == .success { return success }
            return try await readOrWait()
        }
    }

    @usableFromInline @inline(never)
    final func readOrWait() async throws -> Success {
        let task = typedResolved
        guard task.isDone else { return try await waitForValue() }
        if task.end == .success { return task.success }
        throw task.observedFailure
    }

    private final func waitForValue() async throws -> Success {
        let waiter = AwaitNode<Success>()
        return try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { waiter.wait(for: self, $0) }
        } onCancel: {
            waiter.cancelWait()
        }
    }
}
