internal import CBoltsTasks
internal import Synchronization

/// The state that the tasks of a race share.
///
/// Whoever decides the race takes the state out, so that losers that never complete retain neither the result nor each
/// other.
final class Race<Success: Sendable>: Sendable {
    struct Contest {
        let source: TaskCompletionSource<Success>
        let tasks: [TaskCore]
        var remaining: Int
        var waiters: [any AnyCancellableWaiter] = []
    }

    private let contest: Mutex<Contest?>

    init(_ source: TaskCompletionSource<Success>, tasks: [TaskCore]) {
        contest = Mutex(Contest(source: source, tasks: tasks, remaining: tasks.count))
    }

    /// Calls a closure for each task that completes, until the race is decided; the token decides it by cancelling the
    /// result.
    func start<Input: Sendable>(
        _ tasks: [BoltsTask<Input>],
        _ cancellationToken: CancellationToken,
        ended: @escaping @Sendable (Int, BoltsTask<Input>) -> Void
    ) {
        let waiters = tasks.indices.map { index in CancellableWaiter<Input> { task in ended(index, task) } }
        let result = contest.withLock { contest in
            contest?.waiters = waiters
            return contest?.source.task
        }
        if bolts_diagnostics_enabled(), let result { TaskRegistry.record(result, waitsFor: tasks) }
        if cancellationToken.storage != nil {
            let registration = cancellationToken.register { [self] in take()?.source.tryCancel() }
            result?.onCompletion { registration.dispose() }
        }
        for (task, waiter) in zip(tasks, waiters) {
            // A completed task may decide the race during this loop.
            if waiter.isWaitCancelled { return }
            task.attachCancellable(waiter)
        }
    }

    func take() -> Contest? {
        let contest = contest.withLock { contest in
            defer { contest = nil }
            return contest
        }
        // So that tasks that never complete do not retain the waiters of every race they lost.
        for waiter in contest?.waiters ?? [] { waiter.cancelWait() }
        return contest
    }

    /// Counts a completed task, and takes the state if it was the last one.
    func takeAfterLast() -> Contest? {
        contest.withLock { contest in
            contest?.remaining -= 1
            guard contest?.remaining == 0 else { return nil }
            defer { contest = nil }
            return contest
        }
    }
}
