extension BoltsTask {
    /// Runs a closure on an executor.
    ///
    /// ```swift
    /// let sum = BoltsTask(.queue(.global())) { (1...1_000).reduce(0, +) }
    /// ```
    ///
    /// - Parameters:
    ///   - executor: Where the closure runs. `.default` and `.immediate` run it before this call returns.
    ///   - cancellationToken: Cancels the result immediately, unless the closure has started.
    ///   - work: The work. What it returns or throws is the outcome.
    public convenience init(
        _ executor: BoltsExecutor = .default,
        cancellationToken: CancellationToken = .none,
        _ work: @escaping @Sendable () throws -> Success
    ) {
        self.init(pending: ())
        let started = BoltsTask<Void>(result: ())
            .continueWith(executor, cancellationToken: cancellationToken) { _ in try work() }
        started.complete(self)
    }

    /// Completes another task, which nobody else completes, with this task's outcome.
    final func complete(_ other: BoltsTask<Success>) {
        continueWith(.immediate) { task in
            _ = other.adopt(task)
            other.finish()
        }
    }
}

extension BoltsTask where Success == Void {
    /// Creates a task that completes after a delay.
    ///
    /// ```swift
    /// func later(_ token: CancellationToken) -> BoltsTask<String> {
    ///     BoltsTask.withDelay(.milliseconds(200), cancellationToken: token).continueOnSuccessWith { "now" }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - delay: The time from now. Zero or less gives a completed task.
    ///   - clock: The clock that measures the delay.
    ///   - cancellationToken: Cancels the task immediately, and frees the timer.
    /// - Returns: The task. Its continuations run on Swift's global executor unless they specify another.
    public static func withDelay(
        _ delay: Duration,
        clock: some Clock<Duration> = ContinuousClock(),
        cancellationToken: CancellationToken = .none
    ) -> BoltsTask<Void> {
        if cancellationToken.isCancellationRequested { return .cancelled() }
        if delay <= .zero { return BoltsTask(result: ()) }
        let source = TaskCompletionSource<Void>()
        let timer = Task {
            do {
                try await clock.sleep(for: delay.forTimer)
                source.trySet(result: ())
            } catch {
                source.trySet(error: error)
            }
        }
        guard cancellationToken.storage != nil else { return source.task }
        let registration = cancellationToken.register {
            source.tryCancel()
            timer.cancel()
        }
        source.task.onCompletion { registration.dispose() }
        return source.task
    }
}
