/// The diagnostic record of one task; it holds no reference to the task or to user objects.
// Safe: the task is unretained, but its `deinit` removes the record under the lock that protects the record's readers.
@safe
struct DiagnosticRecord {
    /// The state of a pending task.
    enum Progress: UInt8 {
        /// The task waits for other tasks, or for its source.
        case waiting
        /// The task was submitted to its executor.
        case queued
        /// The task's closure runs.
        case running
        /// The task is complete; the record is kept for its name, or because its failure was observed.
        case completed
    }

    /// The task, unretained: its `deinit` removes the record.
    let task: Unmanaged<_TaskCore>
    let type: _TaskCore.Type
    /// Distinguishes the task from a later one at the same address.
    let number: UInt64
    var kind: TaskKind
    var progress = Progress.waiting
    var isObserved = false
    var isAbandoned = false
    /// Whether the closure runs on the thread that completed the upstream task, and so delays its later waiters.
    var isInRunLoop = false
    var isOnMainThread = false
    /// Whether observers are told about the task.
    var isAnnounced = false
    /// Whether a thread is reporting the task's name or end to observers; the other report is held back meanwhile.
    var isBeingReported = false
    var heldName = false
    /// Whether the task had another name before.
    var isRenamed = false
    var heldEnd = false
    var place: SourceLocation?
    var name: String?
    /// The name of the executor; `nil` for the default one.
    var executor: String?
    var created: UInt64
    /// When the closure started, and when it returned; 0 if it has not.
    var started: UInt64 = 0
    var returned: UInt64 = 0
    /// When the task completed; only known for a task that observers are told about.
    var completed: UInt64 = 0
    /// The system's number of the thread that the closure runs on, or that is blocked.
    var thread: UInt64 = 0
    /// The number of the task that the task waits for or that started it; 0 if there is none.
    var upstream: UInt64 = 0
    /// The number of the task after whose completion the closure started; 0 if there is none.
    var trigger: UInt64 = 0
    /// The numbers of further tasks that the task waits for.
    var otherUpstreams: [UInt64]?
    /// The number of the task whose closure created the task, or waits; 0 if there is none.
    var within: UInt64 = 0
    /// The identity of the Swift task that runs the body, or that waits; 0 if there is none.
    var body = 0
    /// The number of the test, or other part of the program, that created the task.
    var scope: UInt64 = 0

    init(_ task: _TaskCore, _ number: UInt64, _ kind: TaskKind, _ created: UInt64) {
        unsafe self.task = unsafe Unmanaged.passUnretained(task)
        type = Swift.type(of: task)
        self.number = number
        self.kind = kind
        self.created = created
    }
}
