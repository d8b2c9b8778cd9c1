internal import CBoltsTasks
internal import Synchronization

/// The tasks that diagnostics know of, and which waits for which.
///
/// Nothing here is called while diagnostics are off.
@usableFromInline
enum TaskRegistry {
    /// Bits of `bolts_diagnostics_bits`.
    static let tracking: UInt32 = 1
    static let unobservedFailures: UInt32 = 2

    /// Called with an unobserved error and the name of its task, if it has one.
    typealias FailureHandler = @Sendable (_ error: any Error, _ taskName: String?) -> Void

    /// What is known of one task.
    struct Record {
        weak var task: TaskCore?
        /// Distinguishes the task from a later one at the same address.
        let number: UInt64
        var name: String?
        /// The numbers of the tasks it waits for, in the order in which it began to.
        var waitsFor: [UInt64] = []
        var isObserved = false
    }

    private struct State {
        var records: [ObjectIdentifier: Record] = [:]
        var count: UInt64 = 0
        var handler: FailureHandler?

        /// The record of a task; a new one if there is none, or only that of a released task at the same address.
        subscript(task: TaskCore) -> Record {
            mutating get {
                let key = ObjectIdentifier(task)
                if let record = records[key], record.task === task { return record }
                count += 1
                let record = Record(task: task, number: count)
                records[key] = record
                return record
            }
            set { records[ObjectIdentifier(task)] = newValue }
        }
    }

    private static let state = Mutex(State())

    // MARK: Called by tasks

    /// Records that a node waits for a task, which counts as observing it.
    @usableFromInline @inline(never)
    static func record(_ node: TaskCore, waitsFor upstream: TaskCore) {
        state.withLock { state in
            state[upstream].isObserved = true
            state[node].waitsFor.append(state[upstream].number)
        }
    }

    @usableFromInline @inline(never)
    static func recordObservation(_ task: TaskCore) {
        state.withLock { $0[task].isObserved = true }
    }

    /// Called while a task is freed, which is the last moment at which its failure can be reported.
    @inline(never)
    static func recordRelease(_ task: TaskCore) {
        let (record, handler) = state.withLock { state in
            (state.records.removeValue(forKey: ObjectIdentifier(task)), state.handler)
        }
        guard let handler, task.status == .failure, record?.isObserved != true, let error = task.failure else { return }
        handler(error, record?.name)
    }

    // MARK: Called by `TaskDiagnostics`

    static func setName(_ name: String, of task: TaskCore) {
        state.withLock { $0[task].name = name }
    }

    static func name(of task: TaskCore) -> String? {
        state.withLock { $0.records[ObjectIdentifier(task)]?.name }
    }

    static func setHandler(_ handler: FailureHandler?) {
        let replaced = state.withLock { state in
            let replaced = state.handler
            state.handler = handler
            return replaced
        }
        withExtendedLifetime(replaced) {}
        bolts_set_diagnostics(unobservedFailures, handler != nil)
    }

    static func removeAll() {
        let removed = state.withLock { state in
            let removed = state.records
            state.records = [:]
            return removed
        }
        withExtendedLifetime(removed) {}
    }

    /// The tasks that are pending now, each with its record.
    static func pending() -> [(task: TaskCore, record: Record)] {
        // The tasks are retained while they are examined: freeing one takes the lock again.
        let records = state.withLock { state in state.records.values.map { (task: $0.task, record: $0) } }
        return records.compactMap { task, record in
            guard let task, !task.resolved.isDone else { return nil }
            return (task, record)
        }
    }
}
