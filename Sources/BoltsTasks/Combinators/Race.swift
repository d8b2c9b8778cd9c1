internal import CBoltsTasks
internal import Synchronization

/// The state that the tasks of a race share.
///
/// The code that decides the race removes the state, so that losers that never complete retain neither the result nor each
/// other.
final class Race<Success: Sendable>: Sendable {
    struct Contest {
        let source: TaskCompletionSource<Success>
        let tasks: [_TaskCore]
        var remaining: Int
        var waiters: [any AnyCancellableWaiter] = []
    }

    private let contest: Mutex<Contest?>
    private let cancellationToken: CancellationToken

    init(_ source: TaskCompletionSource<Success>, tasks: [_TaskCore], _ cancellationToken: CancellationToken) {
        contest = Mutex(Contest(source: source, tasks: tasks, remaining: tasks.count))
        self.cancellationToken = cancellationToken
    }

    /// Calls a closure for each task that completes, until the race is decided; the token decides it by cancelling the
    /// result.
    func start<Input: Sendable>(
        _ tasks: [BoltsTask<Input>],
        ended: @escaping @Sendable (Int, BoltsTask<Input>) -> Void
    ) {
        start(tasks, with: tasks.indices.map { index in CancellableWaiter<Input> { task in ended(index, task) } })
    }

    /// Waits for tasks of any types, each with the waiter at its index, until the race is decided.
    func start(_ tasks: [_TaskCore], with waiters: [any AnyCancellableWaiter]) {
        let result = contest.withLock { contest in
            contest?.waiters = waiters
            return contest?.source.task
        }
        if bolts_diagnostics_enabled(), let result { DiagnosticRegistry.record(result, waitsFor: tasks) }
        if cancellationToken.storage != nil {
            let registration = cancellationToken.register { [self] in _ = take() }
            result?.onCompletion { registration.dispose() }
        }
        for (task, waiter) in zip(tasks, waiters) {
            // A completed task may decide the race during this loop.
            if waiter.isWaitCancelled { return }
            task.attachCancellable(waiter)
        }
    }

    /// Decides the race.
    ///
    /// - Returns: The state; `nil` if the race is decided already, or by this call because the token is cancelled.
    func take() -> Contest? {
        let contest = contest.withLock { contest in
            defer { contest = nil }
            return contest
        }
        // The waiters are removed so that tasks that never complete do not retain the waiters of every race they lost.
        for waiter in contest?.waiters ?? [] { waiter.cancelWait() }
        return unlessCancelled(contest)
    }

    /// Counts a completed task, and decides the race if it was the last one.
    ///
    /// - Returns: The state, as from `take()`.
    func takeAfterLast() -> Contest? {
        let last = contest.withLock { contest -> Contest? in
            contest?.remaining -= 1
            guard contest?.remaining == 0 else { return nil }
            defer { contest = nil }
            return contest
        }
        return unlessCancelled(last)
    }

    /// Decides a race that every task must win, with the first failure or cancellation, or with the results after the last task.
    func end(after task: BoltsTask<some Sendable>, results: (Contest) -> Success) {
        if case .failure(let error) = task.outcome {
            take()?.source.trySet(error: error)
        } else if let all = takeAfterLast() {
            all.source.trySet(result: results(all))
        }
    }

    /// Cancels the result if the token is cancelled: the tasks may have completed because of the cancellation, and were
    /// notified first.
    private func unlessCancelled(_ contest: Contest?) -> Contest? {
        guard let contest, cancellationToken.isCancellationRequested else { return contest }
        contest.source.tryCancel()
        return nil
    }
}
