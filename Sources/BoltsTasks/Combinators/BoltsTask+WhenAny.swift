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
    /// - Returns: A task of the first result. When none succeeds it ends, after the last of them, as
    ///   `whenAll` would. Without tasks it fails with ``TaskUsageError/nothingToWaitFor``.
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

    /// Waits for the first task that ends, in whichever way.
    ///
    /// - Parameter tasks: The tasks.
    /// - Returns: A task, which succeeds, of the index and the task that ended first. Without tasks it fails with
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

/// What the tasks of a race have in common.
///
/// Whoever decides the race takes it out, so that losers that never end keep neither the result nor one another.
private final class Race<Success: Sendable>: Sendable {
    struct Runners {
        let source: TaskCompletionSource<Success>
        let tasks: [TaskCore]
        var remaining: Int
        var waits: [any Revocable] = []
    }

    private let runners: Mutex<Runners?>

    init(_ source: TaskCompletionSource<Success>, tasks: [TaskCore]) {
        runners = Mutex(Runners(source: source, tasks: tasks, remaining: tasks.count))
    }

    /// Waits for all, and says of each when it ends, until the race is decided.
    func start<Input: Sendable>(
        _ tasks: [BoltsTask<Input>],
        ended: @escaping @Sendable (Int, BoltsTask<Input>) -> Void
    ) {
        let waits = tasks.indices.map { index in RevocableWait<Input> { task in ended(index, task) } }
        runners.withLock { $0?.waits = waits }
        for (task, wait) in zip(tasks, waits) {
            // One that has ended already may decide the race here and now.
            if wait.isGivenUp { return }
            task.attachRevocable(wait)
        }
    }

    func take() -> Runners? {
        let runners = runners.withLock { runners in
            defer { runners = nil }
            return runners
        }
        // So that tasks that never end need not keep the waits of every race they lost.
        for wait in runners?.waits ?? [] { wait.giveUp() }
        return runners
    }

    /// Counts a loss; answers the runners when nobody is left who could win.
    func takeAfterLastLoss() -> Runners? {
        runners.withLock { runners in
            runners?.remaining -= 1
            guard runners?.remaining == 0 else { return nil }
            defer { runners = nil }
            return runners
        }
    }
}
