internal import CBoltsTasks

/// The tasks that completed lately, a bounded number of them: a ring.
struct CompletedTasks {
    /// What is kept of one.
    struct Entry {
        let record: DiagnosticRecord
        let status: TaskStatus
        let completed: UInt64
        let thread: UInt64
    }

    private let capacity: Int
    /// How much of the past is wanted.
    let duration: Duration
    private var entries: [Entry] = []
    /// The place of the oldest, once the ring is full.
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
