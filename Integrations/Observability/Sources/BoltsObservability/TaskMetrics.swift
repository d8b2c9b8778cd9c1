public import BoltsTasks
public import Metrics

/// Counts tasks and measures how long they take.
///
/// ```swift
/// func start() -> BoltsRegistration {
///     TaskDiagnostics.addObserver(TaskMetrics(names: ["download", "render"]))
/// }
/// ```
///
/// | metric | what it is | dimensions |
/// |---|---|---|
/// | `bolts.tasks.created` | a counter of the tasks that were created | `kind` |
/// | `bolts.tasks.completed` | a counter of those that ended with a result | `kind` |
/// | `bolts.tasks.failed` | a counter of those that ended with an error | `kind` |
/// | `bolts.tasks.cancelled` | a counter of those that were cancelled | `kind` |
/// | `bolts.tasks.abandoned` | a counter of those that nobody was left to complete | `kind` |
/// | `bolts.tasks.pending` | a meter of those that have not ended | `kind` |
/// | `bolts.tasks.duration` | a timer from creation to end | `kind`, `outcome` |
/// | `bolts.tasks.named.duration` | the same for tasks with one of the given names | `name`, `outcome` |
///
/// The kind is a `TaskKind`, such as `source` or `continuation`. Steps that the library itself creates are not counted. The
/// metrics of a kind are created with the first task of that kind.
public final class TaskMetrics: TaskObserver {
    private let kinds: [TaskKind: Lazy<KindMetrics>]
    private let named: [String: Lazy<[String: Timer]>]

    /// Creates an observer for `TaskDiagnostics.addObserver`.
    ///
    /// - Parameters:
    ///   - prefix: The beginning of the metrics' names.
    ///   - names: Tasks with these names get their own timers.
    ///   - factory: Creates the metrics; `nil` for the factory of `MetricsSystem`.
    public init(prefix: String = "bolts.tasks", names: Set<String> = [], factory: (any MetricsFactory)? = nil) {
        kinds = Dictionary(
            uniqueKeysWithValues: TaskKind.allCases.map { kind in
                (kind, Lazy { KindMetrics(prefix, kind, factory ?? MetricsSystem.factory) })
            }
        )
        named = Dictionary(
            uniqueKeysWithValues: names.map { name in
                (name, Lazy { timers("\(prefix).named.duration", ("name", name), factory ?? MetricsSystem.factory) })
            }
        )
    }

    /// Counts a task.
    public func taskWasCreated(_ task: ObservedTask) {
        guard !task.isInternal, let metrics = kinds[task.kind]?.value else { return }
        metrics.created.increment()
        metrics.pending.increment()
    }

    /// Counts a task by its outcome, and measures it.
    public func taskDidEnd(_ task: ObservedTask, _ outcome: ObservedTask.Outcome) {
        guard !task.isInternal, let metrics = kinds[task.kind]?.value else { return }
        metrics.pending.decrement()
        metrics.ended[outcome.name]?.increment()
        record(task, outcome, metrics.durations)
        if let name = task.name, let timers = named[name]?.value { record(task, outcome, timers) }
    }

    /// Measures a task that ended before it was given its name.
    public func taskWasNamed(_ task: ObservedTask) {
        guard !task.isRenamed, let outcome = task.outcome, let name = task.name, let timers = named[name]?.value else {
            return
        }
        record(task, outcome, timers)
    }

    private func record(_ task: ObservedTask, _ outcome: ObservedTask.Outcome, _ timers: [String: Timer]) {
        guard let timer = timers[outcome.name], let lifetime = task.lifetime else { return }
        timer.record(duration: lifetime)
    }
}

private struct KindMetrics: Sendable {
    let created: Counter
    let pending: Meter
    /// The counters of ended tasks, by outcome.
    let ended: [String: Counter]
    let durations: [String: Timer]

    init(_ prefix: String, _ kind: TaskKind, _ factory: any MetricsFactory) {
        let dimension = ("kind", kind.rawValue)
        func counter(_ name: String) -> Counter {
            Counter(label: "\(prefix).\(name)", dimensions: [dimension], factory: factory)
        }
        created = counter("created")
        pending = Meter(label: "\(prefix).pending", dimensions: [dimension], factory: factory)
        ended = [
            "success": counter("completed"), "failure": counter("failed"), "cancelled": counter("cancelled"),
            "abandoned": counter("abandoned"),
        ]
        durations = timers("\(prefix).duration", dimension, factory)
    }
}

private func timers(_ label: String, _ dimension: (String, String), _ factory: any MetricsFactory) -> [String: Timer] {
    Dictionary(
        uniqueKeysWithValues: ["success", "failure", "cancelled", "abandoned"].map { outcome in
            (outcome, Timer(label: label, dimensions: [dimension, ("outcome", outcome)], factory: factory))
        }
    )
}
