/// A task at the moment when a ``TaskObserver`` is called with it.
///
/// It retains nothing of the task except, after a failure, its error.
///
/// ```swift
/// struct Printer: TaskObserver {
///     func taskWasCreated(_ task: ObservedTask) { print(task.id, task.type, task.place?.description ?? "") }
/// }
/// ```
public struct ObservedTask: Sendable, Identifiable {
    /// How a task ended.
    @nonexhaustive public enum Outcome: Sendable {
        /// The task has a result.
        case success
        /// The task failed with an error.
        case failure(any Error)
        /// The task was cancelled.
        case cancelled
        /// Nothing was left to complete it, so it failed with ``AbandonedTaskError``, or was freed while it was pending.
        case abandoned
    }

    private let report: TaskReport

    init(_ report: TaskReport) { self.report = report }

    private var record: DiagnosticRecord { report.record }

    /// The task's number, unique in this process.
    public var id: UInt64 { record.number }

    /// The task's name.
    public var name: String? { record.name }

    /// Whether the task had another name before.
    public var isRenamed: Bool { record.isRenamed }

    /// The task's type, such as `BoltsTask<Int>`.
    public var type: String { record.type.typeName }

    /// What kind of task it is.
    public var kind: TaskKind { record.kind }

    /// Where it was created; `nil` if that is not known.
    public var place: CreationPlace? { record.place.map { CreationPlace($0) } }

    /// The name of the executor that its closure runs on; `nil` for the default one, and for tasks without a closure.
    public var executor: String? { record.executor }

    /// Whether the library created the task, as a step of another task; counts do not include such tasks.
    public var isInternal: Bool { record.place?.isInLibrary ?? false }

    /// The numbers of the pending tasks that it waits for.
    public var waitsFor: [UInt64] {
        (record.upstream == 0 ? [] : [record.upstream]) + (record.otherUpstreams ?? [])
    }

    /// The time since it was created.
    public var age: Duration { duration(from: record.created, to: report.now) }

    /// The time from its creation until it ended; `nil` while it is pending.
    public var lifetime: Duration? {
        record.completed == 0 ? nil : duration(from: record.created, to: record.completed)
    }

    /// How it ended; `nil` while it is pending.
    public var outcome: Outcome? {
        if record.isAbandoned, report.status != .pending { return .abandoned }
        switch report.status {
        case .pending: return nil
        case .success: return .success
        case .failure: return report.failure.map { .failure($0) } ?? .abandoned
        case .cancelled: return .cancelled
        }
    }

    private func duration(from start: UInt64, to end: UInt64) -> Duration {
        .nanoseconds(Int64(clamping: end - min(start, end)))
    }
}
