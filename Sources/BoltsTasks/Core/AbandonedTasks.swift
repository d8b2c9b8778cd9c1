internal import CBoltsTasks

/// The most recent tasks that failed because no reference to their source was left, newest last.
struct AbandonedTasks: ~Copyable {
    /// The stored facts about one task.
    struct Entry {
        let name: String?
        let type: _TaskCore.Type
        let kind: TaskKind
        let place: SourceLocation?
        let created: UInt64
        let abandoned: UInt64
    }

    static let capacity = 256

    private(set) var entries: [Entry] = []
    /// The total number, including the tasks that are no longer stored.
    private(set) var count = 0

    mutating func add(_ record: DiagnosticRecord) {
        count += 1
        if entries.count == AbandonedTasks.capacity { entries.removeFirst(AbandonedTasks.capacity / 2) }
        entries.append(
            Entry(
                name: record.name,
                type: record.type,
                kind: record.kind,
                place: record.place,
                created: record.created,
                abandoned: bolts_monotonic_nanoseconds()
            )
        )
    }

    mutating func removeAll() {
        entries = []
        count = 0
    }
}
