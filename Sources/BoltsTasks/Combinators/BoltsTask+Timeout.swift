/// A task did not end in the time it was given.
///
/// ```swift
/// func quick(_ task: BoltsTask<Int>) -> BoltsTask<Int> {
///     task.timeout(after: .seconds(2)).continueOnErrorWith { (_: TimeoutError) in 0 }
/// }
/// ```
public struct TimeoutError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The time the task was given.
    public let duration: Duration

    /// How long the task was waited for.
    public var description: String { "the task did not end within \(duration)" }
}

extension BoltsTask {
    /// Gives this task a time to end in.
    ///
    /// - Parameters:
    ///   - duration: The time from now.
    ///   - clock: What measures it.
    /// - Returns: A task that ends as this one does, or fails with ``TimeoutError`` after that time. This task goes on;
    ///   the timer is freed when it ends.
    public final func timeout(
        after duration: Duration,
        clock: some Clock<Duration> = ContinuousClock()
    ) -> BoltsTask<Success> {
        if isCompleted { return self }
        let source = TaskCompletionSource<Success>()
        let wait = RevocableWait<Success> { task in
            if let outcome = task.outcome { source.trySet(outcome) }
        }
        let timer = Task {
            guard (try? await clock.sleep(for: duration.forTimer)) != nil else { return }
            wait.giveUp()
            source.trySet(error: TimeoutError(duration: duration))
        }
        source.task.continueWith(.immediate) { _ in timer.cancel() }
        attachRevocable(wait)
        return source.task
    }
}
