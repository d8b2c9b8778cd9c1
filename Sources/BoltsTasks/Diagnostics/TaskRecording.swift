/// A record of the tasks of the last seconds, for a trace viewer.
///
/// ```swift
/// func slowStart() {
///     TaskDiagnostics.startRecording(last: .seconds(30))
///     // … later:
///     print(TaskDiagnostics.recording().chromeTrace)
/// }
/// ```
public struct TaskRecording: Sendable {
    /// One task, from its creation to its completion.
    struct Slice {
        let id: UInt64
        let label: String
        let kind: TaskKind
        let place: CreationPlace?
        let created: UInt64
        /// `nil` if it is pending.
        let completed: UInt64?
        let outcome: String?
        let completingThread: UInt64
        /// The time and the thread of its closure's run; `nil` if it has not run.
        let run: (start: UInt64, end: UInt64, thread: UInt64)?
        /// The task after which its closure ran.
        let trigger: UInt64
    }

    let slices: [Slice]
    let now: UInt64

    /// The number of tasks in the recording.
    public var count: Int { slices.count }

    init(_ view: DiagnosticRegistry.View, last duration: Duration) {
        now = view.now
        let (seconds, attoseconds) = duration.components
        let span = UInt64(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let nanoseconds = span.overflow ? UInt64.max : span.partialValue &+ UInt64(max(0, attoseconds) / 1_000_000_000)
        let earliest = view.now - min(view.now, nanoseconds)
        slices =
            view.completed.filter { $0.completed >= earliest }
            .map { Slice($0.record, until: $0.completed, $0.status, $0.thread) }
            + view.pending.map { Slice($0, until: nil, .pending, $0.thread, now: view.now) }
    }
}

extension TaskRecording.Slice {
    fileprivate init(
        _ record: DiagnosticRecord,
        until completed: UInt64?,
        _ status: TaskStatus,
        _ thread: UInt64,
        now: UInt64 = 0
    ) {
        id = record.number
        label = record.name ?? record.type.typeName
        kind = record.kind
        place = record.place.map { CreationPlace($0) }
        created = record.created
        self.completed = completed
        outcome =
            switch status {
            case .pending: completed == nil ? nil : "cancelled"
            case .success: "success"
            case .failure: "failure"
            case .cancelled: "cancelled"
            }
        completingThread = thread
        trigger = record.trigger
        let end = record.returned > record.started ? record.returned : completed ?? now
        run = record.started == 0 ? nil : (record.started, max(record.started, end), record.thread)
    }
}

extension TaskDiagnostics {
    /// Starts to record what tasks do, in bounded memory.
    ///
    /// Tracking is on until ``stopRecording()``. A second call starts over.
    ///
    /// - Parameters:
    ///   - duration: The time that a recording covers.
    ///   - capacity: The maximum number of completed tasks to keep, about 300 bytes each; the oldest are dropped.
    public static func startRecording(last duration: Duration = .seconds(10), capacity: Int = 20_000) {
        DiagnosticRegistry.record(atMost: capacity, last: duration)
    }

    /// Stops recording, and deletes what was recorded.
    public static func stopRecording() { DiagnosticRegistry.stopRecording() }

    /// Returns the recorded tasks of the last seconds, and the pending tasks.
    ///
    /// - Returns: The recording; without completed tasks unless ``startRecording(last:capacity:)`` was called.
    public static func recording() -> TaskRecording {
        let view = DiagnosticRegistry.view()
        return TaskRecording(view, last: view.recordedDuration)
    }
}
