internal import CBoltsTasks
internal import Synchronization

/// What is known of tasks while somebody watches.
///
/// Nothing here is reached while nobody does.
@usableFromInline
enum TaskRegistry {
    /// Bits of `bolts_watching`.
    static let tracking: UInt32 = 1
    static let unobservedFailures: UInt32 = 2

    /// One task that was seen.
    struct Record {
        weak var task: TaskCore?
        /// Tells it from a later task at the same address.
        let number: UInt64
        var name: String?
        /// The numbers of the tasks it waits for, in the order in which it began to.
        var waitsFor: [UInt64] = []
        var isObserved = false
    }

    private struct State {
        var records: [ObjectIdentifier: Record] = [:]
        var count: UInt64 = 0
        var handler: (@Sendable (UnobservedFailure) -> Void)?

        /// The record of a task, made if there is none of it, or only one of a task that is gone.
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

    /// A node waits for a task, which counts as observing it.
    @usableFromInline @inline(never)
    static func note(_ node: TaskCore, waitsFor upstream: TaskCore) {
        state.withLock { state in
            state[upstream].isObserved = true
            state[node].waitsFor.append(state[upstream].number)
        }
    }

    @usableFromInline @inline(never)
    static func noteObserved(_ task: TaskCore) {
        state.withLock { $0[task].isObserved = true }
    }

    /// A task is being freed: the last moment at which its failure can be told.
    static func noteReleased(_ task: TaskCore) {
        let (record, handler) = state.withLock { state in
            (state.records.removeValue(forKey: ObjectIdentifier(task)), state.handler)
        }
        guard let handler, task.end == .failure, record?.isObserved != true, let error = task.failure else { return }
        handler(UnobservedFailure(error: error, taskName: record?.name))
    }

    // MARK: Called by `TaskDiagnostics`

    static func name(_ task: TaskCore, _ name: String) {
        state.withLock { $0[task].name = name }
    }

    static func setHandler(_ handler: (@Sendable (UnobservedFailure) -> Void)?) {
        let replaced = state.withLock { state in
            let replaced = state.handler
            state.handler = handler
            return replaced
        }
        _ = replaced
        bolts_watch(unobservedFailures, handler != nil)
    }

    static func forgetAll() {
        let forgotten = state.withLock { state in
            let forgotten = state.records
            state.records = [:]
            return forgotten
        }
        _ = forgotten
    }

    /// The tasks that are pending now.
    static func pending() -> TaskGraph {
        // Held while they are looked at: a task that is freed comes back here for the lock.
        let records = state.withLock { state in state.records.values.map { (task: $0.task, record: $0) } }
        let pending = records.filter { $0.task.map { !$0.resolved.isDone } ?? false }
        // Names in order of address would change from run to run; by name and shape they do less.
        let order = pending.sorted { label($0.record.name, $0.task) < label($1.record.name, $1.task) }
        let indices = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1.record.number, $0) })
        return TaskGraph(
            tasks: order.map { task, record in
                TaskGraph.PendingTask(
                    name: label(record.name, task),
                    waitsFor: record.waitsFor.compactMap { indices[$0] }
                )
            }
        )
    }

    private static func label(_ name: String?, _ task: TaskCore?) -> String {
        let type = task.map { $0.typeName } ?? "task"
        return name.map { "\($0) (\(type))" } ?? type
    }
}
