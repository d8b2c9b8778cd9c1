internal import CBoltsTasks
internal import Synchronization

/// Keeps the records of the tasks that diagnostics know of, behind a lock.
///
/// Nothing here is called while diagnostics are off. No record retains a task: a task's `deinit` removes its record, and
/// so waits for whoever holds the lock. Therefore a task that has a record can be looked at under the lock.
@usableFromInline
enum TaskRegistry {
    /// Bits of `bolts_diagnostics_bits`.
    static let tracking: UInt32 = 1
    static let unobservedFailures: UInt32 = 2

    /// Called with an unobserved error and the name of its task, if it has one.
    typealias FailureHandler = @Sendable (_ error: any Error, _ taskName: String?) -> Void

    struct State: ~Copyable {
        var records = TaskRecords()
        var abandoned = AbandonedTasks()
        /// The tasks that completed lately; `nil` unless there is a recording.
        var completed: CompletedTasks?
        var handler: FailureHandler?
        var receivers: [TaskEventReceivers.Entry] = []
        /// How often tracking was started by something that ends, such as a test.
        var trackers = 0
        var isTrackingForGood = false
    }

    static let state = Mutex(State())

    // MARK: Creation

    /// Records a new task, which waits for nothing that is known yet.
    @usableFromInline @inline(never)
    static func record(_ task: TaskCore, _ kind: TaskKind, _ place: SourceLocation) {
        task.flags.insert(.tracked)
        let announcement = state.withLock { state in
            let index = state.add(task, kind, place)
            return state.announcement(of: index)
        }
        announcement?.deliver(.created)
    }

    /// Records a new task that waits for another, which counts as observing that.
    @usableFromInline @inline(never)
    static func record(
        _ node: TaskCore,
        _ kind: TaskKind,
        waitsFor upstream: TaskCore,
        _ place: SourceLocation
    ) {
        node.flags.insert(.tracked)
        let executor = node.executor
        let announcement = state.withLock { state in
            let awaited = state.numberOfAwaited(upstream)
            let index = state.add(node, kind, place)
            state.records[index].upstream = awaited
            if let executor {
                state.records[index].executor = executor.name
                state.records[index].isOnMainThread = executor.isMainThread
            }
            return state.announcement(of: index)
        }
        announcement?.deliver(.created)
    }

    /// Records a new task that waits for several others.
    @usableFromInline @inline(never)
    static func record(
        _ node: TaskCore,
        _ kind: TaskKind,
        waitsFor upstreams: [TaskCore],
        _ place: SourceLocation
    ) {
        record(node, kind, place)
        record(node, waitsFor: upstreams)
    }

    /// Records that a task waits for others.
    @inline(never)
    static func record(_ task: TaskCore, waitsFor upstreams: [TaskCore]) {
        let announcement = state.withLock { state -> TaskAnnouncement? in
            let numbers = upstreams.map { state.numberOfAwaited($0) }.filter { $0 != 0 }
            guard let index = state.records.index(of: task) else { return nil }
            if state.records[index].kind == .source { state.records[index].kind = .combination }
            state.records[index].upstream = numbers.first ?? 0
            state.records[index].otherUpstreams = numbers.count > 1 ? Array(numbers.dropFirst()) : nil
            return numbers.isEmpty ? nil : state.announcement(of: index)
        }
        announcement?.deliver(.waits)
    }

    static func setKind(_ kind: TaskKind, of task: TaskCore) {
        state.withLock { state in
            if let index = state.records.index(of: task) { state.records[index].kind = kind }
        }
    }

    /// Records which Swift task runs the body of a task.
    static func recordBody(of task: TaskCore, _ body: Int) {
        let announcement = state.withLock { state -> TaskAnnouncement? in
            guard let index = state.records.index(of: task) else { return nil }
            state.records[index].body = body
            return state.announcement(of: index)
        }
        announcement?.deliver(.started)
    }

    // MARK: Waits

    /// Records that this thread is about to block until a task completes.
    static func record(blockedThread waiter: TaskCore, waitsFor task: TaskCore, _ place: SourceLocation) {
        let thread = bolts_thread_identifier()
        let isMainThread = MainQueue.isCurrent
        state.withLock { state in
            let awaited = state.numberOfAwaited(task)
            let index = state.add(waiter, .blockedThread, place)
            state.records[index].upstream = awaited
            state.records[index].thread = thread
            state.records[index].isOnMainThread = isMainThread
        }
    }

    /// Records that a Swift task is about to be suspended until a task completes.
    static func record(suspendedTask waiter: TaskCore, waitsFor task: TaskCore) {
        let body = SwiftTaskIdentity.current
        state.withLock { state in
            let awaited = state.numberOfAwaited(task)
            let index = state.add(waiter, .suspendedTask, nil)
            state.records[index].upstream = awaited
            state.records[index].body = body
        }
    }

    /// Removes the record of a wait that is over.
    static func recordEnd(of waiter: TaskCore) { state.withLock { $0.records.remove(waiter) } }

    // MARK: Progress

    /// Records that a task was handed to its executor.
    static func recordQueued(_ task: TaskCore) {
        state.withLock { state in
            if let index = state.records.index(of: task) { state.records[index].progress = .queued }
        }
    }

    /// Records that a task's closure starts on this thread.
    ///
    /// - Returns: Whom to tell, and what; `nil` if there are no observers.
    static func recordStart(_ task: TaskCore, isInRunLoop: Bool) -> TaskAnnouncement? {
        let thread = bolts_thread_identifier()
        let now = bolts_monotonic_nanoseconds()
        return state.withLock { state in
            guard let index = state.records.index(of: task) else { return nil }
            state.records[index].progress = .running
            state.records[index].isInRunLoop = isInRunLoop
            state.records[index].thread = thread
            state.records[index].started = now
            state.records[index].trigger = state.records[index].upstream
            return state.announcement(of: index)
        }
    }

    /// Records that a task's closure has returned, and that the task is not complete.
    static func recordReturn(_ task: TaskCore) {
        let now = bolts_monotonic_nanoseconds()
        state.withLock { state in
            guard let index = state.records.index(of: task) else { return }
            state.records[index].returned = now
            if state.records[index].progress == .running { state.records[index].progress = .waiting }
        }
    }

    /// Records that a task's closure returned another task, which the task waits for.
    static func record(_ task: TaskCore, returned inner: TaskCore) {
        let announcement = state.withLock { state in
            let awaited = state.numberOfAwaited(inner)
            let index = state.records.indexOrInsert(task)
            state.records[index].progress = .waiting
            state.records[index].upstream = awaited
            state.records[index].otherUpstreams = nil
            return state.announcement(of: index)
        }
        announcement?.deliver(.waits)
    }

    /// Records that a task fails because nobody is left to complete it.
    @inline(never)
    static func recordAbandonment(_ task: TaskCore) {
        guard bolts_diagnostics_enabled(), task.failure is AbandonedTaskError else { return }
        state.withLock { state in
            if let index = state.records.index(of: task) { state.records[index].isAbandoned = true }
        }
    }

    /// Records that the outcome of a task is written and about to be published; only the first call counts.
    @usableFromInline @inline(never)
    static func recordCompletion(_ task: TaskCore) {
        guard bolts_diagnostics_enabled() else { return }
        if let announcement = state.withLock({ $0.complete(task) }) { deliver(.ended, announcement, of: task) }
    }

    @usableFromInline @inline(never)
    static func recordObservation(_ task: TaskCore) {
        guard bolts_diagnostics_contain(unobservedFailures) else { return }
        state.withLock { state in
            let index = state.records.indexOrInsert(task)
            state.records[index].isObserved = true
        }
    }

    /// Called while a task is freed, which is the last moment at which its failure can be reported.
    @inline(never)
    static func recordRelease(_ task: TaskCore) {
        let (announcement, unobserved) = state.withLock { state in
            let index = state.records.index(of: task)
            defer { state.records.remove(task) }
            let announcement = index.flatMap { state.announcement(ofReleased: $0) }
            guard let handler = state.handler, task.status == .failure else {
                return (announcement, (FailureHandler, String?)?.none)
            }
            let isObserved = index.map { state.records[$0].isObserved } ?? false
            let name = index.flatMap { state.records[$0].name }
            return (announcement, isObserved ? nil : (handler, name))
        }
        announcement?.deliver(.ended)
        guard let (handler, name) = unobserved, let error = task.failure else { return }
        handler(error, name)
    }

    // MARK: Names

    static func setName(_ name: String, of task: TaskCore) {
        let (replaced, announcement) = state.withLock { state in
            let index = state.records.indexOrInsert(task)
            let replaced = state.records[index].name
            state.records[index].name = name
            state.records[index].isRenamed = replaced != nil
            return (replaced, state.announcement(ofNamed: index, task))
        }
        withExtendedLifetime(replaced) {}
        if let announcement { deliver(.named, announcement, of: task) }
    }

    static func name(of task: TaskCore) -> String? {
        state.withLock { state in state.records.index(of: task).flatMap { state.records[$0].name } }
    }
}

extension TaskRegistry.State {
    /// Makes the record of a new task.
    fileprivate mutating func add(_ task: TaskCore, _ kind: TaskKind, _ place: SourceLocation?) -> Int {
        let index = records.insert(task, kind)
        records[index].place = place
        // A closure that runs on this thread creates the task.
        let running = records.index(at: UInt(bolts_thread_current().pointee.running))
        records[index].within = running.map { records[$0].number } ?? 0
        if bolts_diagnostics_contain(TaskScope.bit) {
            records[index].scope = running.map { records[$0].scope } ?? TaskScope.current
        }
        // What observers themselves create is not announced: that could go on forever.
        records[index].isAnnounced =
            !receivers.isEmpty && kind.isTask && bolts_thread_current().pointee.observing == 0
        return index
    }

    /// Returns the number of a task that another waits for, and records that its failure is observed.
    ///
    /// - Returns: The number; 0 if the task is complete.
    fileprivate mutating func numberOfAwaited(_ task: TaskCore) -> UInt64 {
        if task.isDone, !bolts_diagnostics_contain(TaskRegistry.unobservedFailures) { return 0 }
        let index = records.indexOrInsert(task)
        records[index].isObserved = true
        return records[index].progress == .completed ? 0 : records[index].number
    }

    fileprivate mutating func complete(_ task: TaskCore) -> TaskAnnouncement? {
        guard let index = records.index(of: task), records[index].progress != .completed else { return nil }
        if records[index].isAbandoned { abandoned.add(records[index]) }
        if completed != nil {
            let record = records[index]
            completed?.add(record, task.status)
        }
        if records[index].isAnnounced {
            // Kept until the task is released: it may be given its name only now.
            records[index].progress = .completed
            records[index].completed = bolts_monotonic_nanoseconds()
            return announcement(ofEnded: index, task)
        }
        if records[index].name != nil || (records[index].isObserved && task.status == .failure) {
            records[index].progress = .completed
        } else {
            records.remove(task)
        }
        return nil
    }
}

// MARK: Used by diagnostics

extension TaskRegistry {
    /// What is known at one moment.
    struct View {
        let now: UInt64
        let pending: [TaskRecord]
        let abandoned: [AbandonedTasks.Entry]
        let abandonedCount: Int
        /// Oldest first.
        let completed: [CompletedTasks.Entry]
        let recordedDuration: Duration
    }

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
        let replaced = change { state in
            let replaced = state.handler
            state.handler = handler
            return replaced
        }
        withExtendedLifetime(replaced) {}
    }

    /// Changes what is wanted, and turns on what it needs.
    ///
    /// Under the lock, because others look at tasks under the lock while a bit is set.
    static func change<Result>(_ body: (inout State) -> Result) -> Result {
        state.withLock { state in
            let result = body(&state)
            bolts_set_diagnostics(tracking, state.isTrackingForGood || state.trackers > 0 || state.completed != nil)
            bolts_set_diagnostics(TaskScope.bit, state.trackers > 0)
            bolts_set_diagnostics(unobservedFailures, state.handler != nil)
            bolts_set_diagnostics(ClosureWrappers.bit, !state.receivers.isEmpty)
            if !bolts_diagnostics_enabled() {
                state.records.removeAll()
                state.abandoned.removeAll()
            }
            return result
        }
    }

    /// Returns what is pending now.
    static func view() -> View {
        let now = bolts_monotonic_nanoseconds()
        return state.withLock { state in
            let pending = state.records.all()
                .filter { record in
                    guard record.progress != .completed else { return false }
                    // The task cannot be freed meanwhile: its `deinit` waits for the lock.
                    return record.task._withUnsafeGuaranteedRef { !$0.resolved.isDone }
                }
            return View(
                now: now,
                pending: pending,
                abandoned: state.abandoned.entries,
                abandonedCount: state.abandoned.count,
                completed: state.completed?.inOrder ?? [],
                recordedDuration: state.completed?.duration ?? .zero
            )
        }
    }
}
