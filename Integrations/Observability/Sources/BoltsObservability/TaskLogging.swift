public import BoltsTasks
public import Logging
internal import Synchronization

/// Logs tasks that nobody completes: those that were abandoned, and those that are older than a limit.
///
/// ```swift
/// func start(_ logger: Logger) -> BoltsRegistration {
///     let logging = TaskLogging(logger, ageLimit: .seconds(60))
///     Task { try await logging.watch(every: .seconds(10)) }
///     return TaskDiagnostics.addObserver(logging)
/// }
/// ```
///
/// If overdue tasks wait for each other, only the task that blocks the others is logged, once, with their number. Each cycle is
/// logged too. The lines have the task's number, name, type, kind, place and age as metadata.
public final class TaskLogging: TaskObserver {
    private let logger: Logger
    private let level: Logger.Level
    private let ageLimit: Duration
    /// The numbers of the logged tasks that are still pending, and of the tasks of each logged cycle.
    private let logged = Mutex<Set<[UInt64]>>([])

    /// Creates an observer for `TaskDiagnostics.addObserver`.
    ///
    /// - Parameters:
    ///   - logger: Receives the lines.
    ///   - level: Their level.
    ///   - ageLimit: The age at which ``watch(every:clock:)`` or ``logOldTasks()`` logs a pending task.
    public init(_ logger: Logger, level: Logger.Level = .warning, ageLimit: Duration = .seconds(60)) {
        self.logger = logger
        self.level = level
        self.ageLimit = ageLimit
    }

    /// Logs an abandoned task.
    public func taskDidEnd(_ task: ObservedTask, _ outcome: ObservedTask.Outcome) {
        guard case .abandoned = outcome, !task.isInternal else { return }
        logger.log(
            level: level,
            "A task was abandoned: nothing is left that could complete it",
            metadata: metadata(task.id, task.name, task.type, task.kind, task.place, task.age)
        )
    }

    /// Logs old tasks repeatedly, until the calling Swift task is cancelled.
    ///
    /// - Parameters:
    ///   - interval: The time between two checks.
    ///   - clock: Measures the interval.
    /// - Throws: `CancellationError`, or the clock's error, when the Swift task is cancelled.
    public func watch(every interval: Duration, clock: some Clock<Duration> = ContinuousClock()) async throws {
        while true {
            try await clock.sleep(for: interval)
            logOldTasks()
        }
    }

    /// Logs the pending tasks that are older than the limit and were not logged before.
    public func logOldTasks() {
        let snapshot = TaskDiagnostics.snapshot()
        let old = snapshot.tasks.filter { $0.age >= ageLimit }
        let oldIDs = Set(old.map(\.id))
        let first = old.filter { $0.waitsFor.isEmpty }
        let cycles = snapshot.cycles.filter { $0.contains(where: oldIDs.contains) }.map { $0.sorted() }
        let found = Set(first.map { [$0.id] } + cycles)
        let new = logged.withLock { logged in
            let new = found.subtracting(logged)
            logged = found
            return new
        }
        if new.isEmpty { return }
        let tasks = Dictionary(snapshot.tasks.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for task in first where new.contains([task.id]) {
            var metadata = metadata(task.id, task.name, task.type, task.kind, task.place, task.age)
            metadata["task.awaited-by"] = "\(waiterCount(of: task.id, tasks))"
            logger.log(level: level, "A task has been pending for a long time", metadata: metadata)
        }
        for cycle in cycles where new.contains(cycle) {
            let names = cycle.compactMap { tasks[$0] }.map { $0.name ?? $0.place?.description ?? $0.type }
            logger.log(
                level: level,
                "Tasks wait for each other",
                metadata: ["tasks": .array(names.map { .string($0) })]
            )
        }
    }

    private func metadata(
        _ id: UInt64,
        _ name: String?,
        _ type: String,
        _ kind: TaskKind,
        _ place: CreationPlace?,
        _ age: Duration
    ) -> Logger.Metadata {
        var metadata: Logger.Metadata = [
            "task.id": "\(id)", "task.type": .string(type), "task.kind": .string(kind.rawValue), "task.age": "\(age)",
        ]
        if let name { metadata["task.name"] = .string(name) }
        if let place { metadata["task.place"] = .string(place.description) }
        return metadata
    }

    /// The number of tasks that wait for a task, directly or through others.
    private func waiterCount(of id: UInt64, _ tasks: [UInt64: PendingTask]) -> Int {
        var seen: Set<UInt64> = [id]
        var rest = [id]
        while let next = rest.popLast() {
            for waiter in tasks[next]?.awaitedBy ?? [] where seen.insert(waiter).inserted { rest.append(waiter) }
        }
        return seen.count - 1
    }
}
