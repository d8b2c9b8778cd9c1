/// The error of ``BoltsTask/timeout(after:clock:cancellationToken:)`` when the time is over.
///
/// ```swift
/// func quick(_ task: BoltsTask<Int>) -> BoltsTask<Int> {
///     task.timeout(after: .seconds(2)).continueOnErrorWith { (_: TimeoutError) in 0 }
/// }
/// ```
public struct TimeoutError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The time that the task had.
    public let duration: Duration

    /// What happened, with the time.
    public var description: String { "the task did not complete within \(duration)" }
}

extension BoltsTask {
    /// Limits the time to wait for this task.
    ///
    /// - Parameters:
    ///   - duration: The time from now.
    ///   - clock: The clock that measures the time.
    ///   - cancellationToken: Cancels the result immediately; this task continues, and does not retain it.
    /// - Returns: A task with this task's outcome, or that fails with ``TimeoutError`` after that time. This task
    ///   continues in either case. The timer is freed when the result completes.
    public final func timeout(
        after duration: Duration,
        clock: some Clock<Duration> = ContinuousClock(),
        cancellationToken: CancellationToken = .none
    ) -> BoltsTask<Success> {
        if isCompleted { return self }
        let source = TaskCompletionSource<Success>()
        let wait = CancellableWaiter<Success> { task in
            if let outcome = task.outcome { source.trySet(outcome) }
        }
        let timer = Task {
            guard (try? await clock.sleep(for: duration.forTimer)) != nil else { return }
            wait.cancelWait()
            source.trySet(error: TimeoutError(duration: duration))
        }
        let registration = cancellationToken.register {
            wait.cancelWait()
            source.tryCancel()
        }
        source.task.onCompletion {
            timer.cancel()
            registration.dispose()
        }
        attachCancellable(wait)
        return source.task
    }
}
