internal import CBoltsTasks

/// The most recently completed tasks: a ring with a fixed size.
struct CompletedTasks {
    /// The stored facts about one task.
    struct Entry {
        let record: DiagnosticRecord
        let status: TaskStatus
        let completed: UInt64
        let thread: UInt64
    }

    private let capacity: Int
    /// How long a task is kept.
    let duration: Duration
    private var entries: [Entry] = []
    /// The index of the oldest task, once the ring is full.
    private var oldest = 0

    init(capacity: Int, duration: Duration) {
        self.capacity = max(1, capacity)
        self.duration = duration
    }

    var inOrder: [Entry] { Array(entries[oldest...] + entries[..<oldest]) }

    mutating func add(_ record: DiagnosticRecord, _ status: TaskStatus) {
        let entry = Entry(
            record: record,
            status: status,
            completed: bolts_monotonic_nanoseconds(),
            thread: bolts_thread_identifier()
        )
        guard entries.count == capacity else { return entries.append(entry) }
        entries[oldest] = entry
        oldest = (oldest + 1) % capacity
    }
}
