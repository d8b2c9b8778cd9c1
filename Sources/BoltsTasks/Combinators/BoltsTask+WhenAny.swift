internal import Synchronization

extension BoltsTask {
    // MARK: Waiting for one

    /// Waits for the first task that succeeds.
    ///
    /// ```swift
    /// func fastest(_ mirrors: [BoltsTask<String>]) -> BoltsTask<String> { BoltsTask.whenAny(mirrors) }
    /// ```
    ///
    /// - Parameter tasks: The tasks.
    /// - Returns: A task of the first result. If none succeeds, it fails or is cancelled like that of `whenAll`, after
    ///   the last of them. Without tasks it fails with ``TaskUsageError/nothingToWaitFor``.
    public static func whenAny(_ tasks: some Sequence<BoltsTask<Success>>) -> BoltsTask<Success> {
        let tasks = Array(tasks)
        if tasks.isEmpty { return BoltsTask(error: TaskUsageError.nothingToWaitFor) }
        let source = TaskCompletionSource<Success>()
        let race = Race(source, tasks: tasks)
        race.start(tasks) { _, task in
            if let result = task.result {
                race.take()?.source.trySet(result: result)
            } else if let lost = race.takeAfterLastLoss() {
                lost.source.trySet(error: AggregateError.summary(of: lost.tasks) ?? CancellationError())
            }
        }
        return source.task
    }

    /// Waits for the first task that completes, with any outcome.
    ///
    /// - Parameter tasks: The tasks.
    /// - Returns: A task that succeeds with the first completed task and its index. Without tasks it fails with
    ///   ``TaskUsageError/nothingToWaitFor``.
    public static func whenFirst(
        _ tasks: some Sequence<BoltsTask<Success>>
    ) -> BoltsTask<(index: Int, task: BoltsTask<Success>)> {
        let tasks = Array(tasks)
        if tasks.isEmpty {
            return BoltsTask<(index: Int, task: BoltsTask<Success>)>(error: TaskUsageError.nothingToWaitFor)
        }
        let source = TaskCompletionSource<(index: Int, task: BoltsTask<Success>)>()
        let race = Race(source, tasks: tasks)
        race.start(tasks) { index, task in race.take()?.source.trySet(result: (index, task)) }
        return source.task
    }
}

/// The state that the tasks of a race share.
///
/// Whoever decides the race takes the state out, so that losers that never complete retain neither the result nor each
/// other.
private final class Race<Success: Sendable>: Sendable {
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

    /// Calls a closure for each task that completes, until the race is decided.
    func start<Input: Sendable>(
        _ tasks: [BoltsTask<Input>],
        ended: @escaping @Sendable (Int, BoltsTask<Input>) -> Void
    ) {
        let waiters = tasks.indices.map { index in CancellableWaiter<Input> { task in ended(index, task) } }
        contest.withLock { $0?.waiters = waiters }
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

    /// Counts a loss, and returns the state if no task is left that could win.
    func takeAfterLastLoss() -> Contest? {
        contest.withLock { contest in
            contest?.remaining -= 1
            guard contest?.remaining == 0 else { return nil }
            defer { contest = nil }
            return contest
        }
    }
}
