/// An event of a task, for observers.
enum TaskEvent {
    case created, named, waits, started, ended
}

/// A task at the moment of an event.
struct TaskReport: Sendable {
    let record: DiagnosticRecord
    let now: UInt64
    /// `.pending` unless the task has ended.
    let status: TaskStatus
    let failure: (any Error)?
}

/// An observer of tasks.
protocol TaskEventReceiver: Sendable {
    func receive(_ event: TaskEvent, _ report: TaskReport)

    func run(_ report: TaskReport, _ closure: () -> Void)
}
