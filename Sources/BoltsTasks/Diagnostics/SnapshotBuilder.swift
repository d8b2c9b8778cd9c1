/// Makes a snapshot of the records of one moment.
///
/// Adds the waits that no single record shows: a closure that blocks its thread or suspends its Swift task, a waiter that must let
/// an earlier one finish, and work for a main thread that is blocked. Tasks that the library itself creates, as steps of `retry`
/// and the like, are left out: a task that waits for one of them counts as waiting for the tasks for which that one waits.
struct SnapshotBuilder {
    private let view: DiagnosticRegistry.View
    private let records: [DiagnosticRecord]
    /// The indices of the pending records by number.
    private let indices: [UInt64: Int]

    init(_ view: DiagnosticRegistry.View) {
        self.view = view
        records = view.pending
        indices = Dictionary(records.enumerated().map { ($1.number, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Makes the snapshot; a scope leaves out the tasks that were created outside it, and all abandoned tasks.
    func snapshot(inScope scope: UInt64? = nil) -> TaskSnapshot {
        let waits = waits()
        let isInternal = records.map { $0.place?.isInLibrary ?? false }
        var shown: [Int: (waitsFor: [Int], from: DiagnosticRecord)] = [:]
        for index in records.indices where !isInternal[index] {
            shown[index] = visibleWaits(of: index, waits, isInternal)
        }
        var awaitedBy: [Int: [UInt64]] = [:]
        for (index, wait) in shown {
            for other in wait.waitsFor { awaitedBy[other, default: []].append(records[index].number) }
        }
        var typeNames: [ObjectIdentifier: String] = [:]
        func typeName(_ type: _TaskCore.Type) -> String {
            if let name = typeNames[ObjectIdentifier(type)] { return name }
            let name = type.typeName
            typeNames[ObjectIdentifier(type)] = name
            return name
        }
        let tasks = shown.keys.sorted { records[$0].number < records[$1].number }
            .filter { scope == nil || records[$0].scope == scope }
            .compactMap { index -> PendingTask? in
                guard let wait = shown[index] else { return nil }
                let record = records[index]
                return PendingTask(
                    id: record.number,
                    name: record.name,
                    type: typeName(record.type),
                    kind: record.kind,
                    state: state(of: wait.from, hasWaits: !wait.waitsFor.isEmpty),
                    place: record.place.map { CreationPlace($0) },
                    age: age(since: record.created),
                    executor: wait.from.executor,
                    thread: wait.from.progress == .running || record.kind == .blockedThread ? wait.from.thread : nil,
                    isOnMainThread: wait.from.isOnMainThread,
                    waitsFor: wait.waitsFor.map { records[$0].number },
                    awaitedBy: awaitedBy[index, default: []].sorted()
                )
            }
        if scope != nil { return TaskSnapshot(tasks: tasks) }
        return TaskSnapshot(tasks: tasks, abandoned: abandoned(typeName), abandonedCount: view.abandonedCount)
    }

    private func abandoned(_ typeName: (_TaskCore.Type) -> String) -> [AbandonedTask] {
        view.abandoned.map { entry in
            AbandonedTask(
                name: entry.name,
                type: typeName(entry.type),
                kind: entry.kind,
                place: entry.place.map { CreationPlace($0) },
                lifetime: .nanoseconds(Int64(clamping: entry.abandoned - min(entry.created, entry.abandoned))),
                age: age(since: entry.abandoned)
            )
        }
    }

    private func age(since time: UInt64) -> Duration {
        .nanoseconds(Int64(clamping: view.now - min(time, view.now)))
    }

    private func state(of record: DiagnosticRecord, hasWaits: Bool) -> PendingTask.State {
        switch record.progress {
        case .queued: .queued
        case .running: .running
        case .waiting, .completed: record.upstream != 0 && !hasWaits ? .ready : .waiting
        }
    }

    // MARK: Waits

    /// The indices of the records that each record waits for.
    private func waits() -> [[Int]] {
        var waits = records.map { record in
            ([record.upstream] + (record.otherUpstreams ?? [])).compactMap { indices[$0] }
        }
        var bodies: [Int: Int] = [:]
        var mainThread: Int?
        /// The index of the task that runs in the run loop of a completed task, by the completed task's number.
        var inRunLoop: [UInt64: Int] = [:]
        for (index, record) in records.enumerated() {
            if record.kind == .asyncWork, record.body != 0 { bodies[record.body] = index }
            if record.kind == .blockedThread, record.isOnMainThread { mainThread = index }
            if record.progress == .running, record.isInRunLoop, record.upstream != 0 {
                inRunLoop[record.upstream] = index
            }
        }
        for (index, record) in records.enumerated() {
            switch record.kind {
            case .blockedThread:
                if let closure = indices[record.within] { waits[closure].append(index) }
            case .suspendedTask:
                if record.body != 0, let body = bodies[record.body] { waits[body].append(index) }
            default:
                if record.progress == .queued, record.isOnMainThread, let mainThread {
                    waits[index].append(mainThread)
                } else if record.progress == .waiting, waits[index].isEmpty, let earlier = inRunLoop[record.upstream],
                    earlier != index
                {
                    waits[index].append(earlier)
                }
            }
        }
        return waits
    }

    /// Looks through the library's own tasks.
    ///
    /// - Returns: The records that a record waits for, and the record that shows its progress: its own, or that of the only library
    ///    step for which it waits.
    private func visibleWaits(
        of index: Int,
        _ waits: [[Int]],
        _ isInternal: [Bool]
    ) -> (waitsFor: [Int], from: DiagnosticRecord) {
        var found: [Int] = []
        var from = records[index]
        var seen: Set<Int> = [index]
        var rest = Array(waits[index].reversed())
        while let other = rest.popLast() {
            guard seen.insert(other).inserted || other == index else { continue }
            if isInternal[other] {
                if from.progress == .waiting, from.executor == nil { from = records[other] }
                rest += waits[other].reversed()
            } else if !found.contains(other) {
                found.append(other)
            }
        }
        if !found.isEmpty, from.progress == .waiting { from = records[index] }
        return (found, from)
    }
}
