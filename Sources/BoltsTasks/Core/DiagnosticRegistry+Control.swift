internal import CBoltsTasks
internal import Synchronization

// The enabled diagnostics, and their results. A lock of a shard is taken before `shared`, and several of them in the order of
// their indices.

extension DiagnosticRegistry {
    /// The state that does not belong to one task.
    struct Shared: ~Copyable {
        var abandoned = AbandonedTasks()
        /// The recently completed tasks; `nil` unless there is a recording.
        var completed: CompletedTasks?
        var handler: FailureHandler?
        var receivers: [TaskEventReceivers.Entry] = []
        /// The number of users that turned tracking on and will turn it off, such as tests.
        var trackers = 0
        var isTrackingForGood = false
    }

    private static let shared = Mutex(Shared())

    /// The facts that are known at one moment.
    struct View {
        let now: UInt64
        var pending: [DiagnosticRecord] = []
        var abandoned: [AbandonedTasks.Entry] = []
        var abandonedCount = 0
        /// Oldest first.
        var completed: [CompletedTasks.Entry] = []
        var recordedDuration = Duration.zero
    }

    // MARK: Enabling

    /// Turns tracking on or off.
    static func track(_ isOn: Bool) {
        change { $0.isTrackingForGood = isOn }
    }

    /// Tracks until `endTracking` has been called as often.
    static func beginTracking() { change { $0.trackers += 1 } }

    static func endTracking() { change { $0.trackers -= 1 } }

    /// Keeps the tasks that complete from now on.
    static func record(atMost capacity: Int, last duration: Duration) {
        change { $0.completed = CompletedTasks(capacity: capacity, duration: duration) }
    }

    static func stopRecording() { change { $0.completed = nil } }

    static func setHandler(_ handler: FailureHandler?) {
        let replaced = change { shared in
            let replaced = shared.handler
            shared.handler = handler
            return replaced
        }
        withExtendedLifetime(replaced) {}
    }

    /// Changes the enabled diagnostics, and turns on what they need.
    ///
    /// This is done under all locks, because other code examines tasks under a lock while a bit is set.
    static func change<Result: Sendable>(_ body: (inout Shared) -> Result) -> Result {
        change(fromShard: 0, body).result
    }

    fileprivate struct Change<Result: Sendable>: Sendable {
        let result: Result
        let receivers: [TaskEventReceivers.Entry]
        let handler: FailureHandler?
    }

    private static func change<Result: Sendable>(
        fromShard index: Int,
        _ body: (inout Shared) -> Result
    ) -> Change<Result> {
        if index == shards.count { return shared.withLock { $0.change(body) } }
        return shards.withLock(at: index) { state in
            let change = change(fromShard: index + 1, body)
            state.receivers = change.receivers
            state.handler = change.handler
            if !bolts_diagnostics_enabled() { state.records.removeAll() }
            return change
        }
    }

    // MARK: Views

    /// Keeps the required facts about a task that completes; called under the lock of its shard.
    static func keep(_ record: DiagnosticRecord, _ status: TaskStatus) {
        shared.withLock { shared in
            if record.isAbandoned { shared.abandoned.add(record) }
            shared.completed?.add(record, status)
        }
    }

    /// Returns the current view.
    static func view() -> View {
        var view = View(now: bolts_monotonic_nanoseconds())
        addToView(&view, fromShard: 0)
        return view
    }

    /// Adds the pending tasks of all shards from an index on.
    ///
    /// Each shard stays locked until all have been read, so that the view is of one moment.
    private static func addToView(_ view: inout View, fromShard index: Int) {
        if index == shards.count {
            return shared.withLock { shared in
                view.abandoned = shared.abandoned.entries
                view.abandonedCount = shared.abandoned.count
                view.completed = shared.completed?.inOrder ?? []
                view.recordedDuration = shared.completed?.duration ?? .zero
            }
        }
        shards.withLock(at: index) { state in
            view.pending += state.records.all()
                .filter { record in
                    guard record.progress != .completed else { return false }
                    // The task cannot be freed meanwhile: its `deinit` waits for the lock.
                    return unsafe record.task._withUnsafeGuaranteedRef { !$0.resolved.isDone }
                }
            addToView(&view, fromShard: index + 1)
        }
    }
}

extension DiagnosticRegistry.Shared {
    /// Changes the enabled diagnostics, and sets the bits accordingly.
    fileprivate mutating func change<Result: Sendable>(
        _ body: (inout DiagnosticRegistry.Shared) -> Result
    ) -> DiagnosticRegistry.Change<Result> {
        let result = body(&self)
        bolts_set_diagnostics(DiagnosticRegistry.tracking, isTrackingForGood || trackers > 0 || completed != nil)
        bolts_set_diagnostics(DiagnosticRegistry.recording, completed != nil)
        bolts_set_diagnostics(TaskScope.bit, trackers > 0)
        bolts_set_diagnostics(DiagnosticRegistry.unobservedFailures, handler != nil)
        bolts_set_diagnostics(ClosureWrappers.bit, !receivers.isEmpty)
        if !bolts_diagnostics_enabled() { abandoned.removeAll() }
        return DiagnosticRegistry.Change(result: result, receivers: receivers, handler: handler)
    }
}
