internal import CBoltsTasks
internal import Synchronization

/// Stores the diagnostic records in shards with a lock each.
///
/// Nothing here is called while diagnostics are off. No record retains a task: a task's `deinit` removes its record, and so waits
/// for the lock of its shard. Therefore a task that has a record can be examined under that lock.
@usableFromInline
enum DiagnosticRegistry {
    /// Bits of `bolts_diagnostics_bits`; 4 is `TaskScope.bit`, and 8 is `ClosureWrappers.bit`.
    static let tracking: UInt32 = 1
    static let unobservedFailures: UInt32 = 2
    static let recording: UInt32 = 16

    /// Called with an unobserved error and the name of its task, if it has one.
    typealias FailureHandler = @Sendable (_ error: any Error, _ taskName: String?) -> Void

    // MARK: Creation

    /// Records a new task, which waits for nothing that is known yet.
    @usableFromInline @inline(never)
    static func record(_ task: _TaskCore, _ kind: TaskKind, _ place: SourceLocation) {
        task.flags.insert(.tracked)
        let announcement = withShard(of: task) { state in
            let index = state.add(task, kind, place)
            return state.announcement(of: index)
        }
        announcement?.deliver(.created)
    }

    /// Records a new task that waits for another, which counts as observing that.
    @usableFromInline @inline(never)
    static func record(
        _ node: _TaskCore,
        _ kind: TaskKind,
        waitsFor upstream: _TaskCore,
        _ place: SourceLocation
    ) {
        node.flags.insert(.tracked)
        let executor = node.executor
        let awaited = numberOfAwaited(upstream)
        let announcement = withShard(of: node) { state in
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
        _ node: _TaskCore,
        _ kind: TaskKind,
        waitsFor upstreams: [_TaskCore],
        _ place: SourceLocation
    ) {
        record(node, kind, place)
        record(node, waitsFor: upstreams)
    }

    @inline(never)
    static func record(_ task: _TaskCore, waitsFor upstreams: [_TaskCore]) {
        let numbers = upstreams.map { numberOfAwaited($0) }.filter { $0 != 0 }
        let announcement = withShard(of: task) { state -> TaskAnnouncement? in
            guard let index = state.records.index(of: task) else { return nil }
            state.records[index].upstream = numbers.first ?? 0
            state.records[index].otherUpstreams = numbers.count > 1 ? Array(numbers.dropFirst()) : nil
            return numbers.isEmpty ? nil : state.announcement(of: index)
        }
        announcement?.deliver(.waits)
    }

    /// The number of a task that another waits for, whose failure is now observed; 0 if it is complete.
    private static func numberOfAwaited(_ task: _TaskCore) -> UInt64 {
        if task.isDone, !bolts_diagnostics_contain(unobservedFailures) { return 0 }
        return withShard(of: task) { state in
            let index = state.records.indexOrInsert(task)
            state.records[index].isObserved = true
            return state.records[index].progress == .completed ? 0 : state.records[index].number
        }
    }

    /// Records which Swift task runs the body of a task.
    static func recordBody(of task: _TaskCore, _ body: Int) {
        let announcement = withShard(of: task) { state -> TaskAnnouncement? in
            guard let index = state.records.index(of: task) else { return nil }
            state.records[index].body = body
            return state.announcement(of: index)
        }
        announcement?.deliver(.started)
    }

    // MARK: Waits

    /// Records that this thread is about to block until a task completes.
    static func record(blockedThread waiter: _TaskCore, waitsFor task: _TaskCore, _ place: SourceLocation) {
        let thread = bolts_thread_identifier()
        let isMainThread = MainQueue.isCurrent
        let awaited = numberOfAwaited(task)
        withShard(of: waiter) { state in
            let index = state.add(waiter, .blockedThread, place)
            state.records[index].upstream = awaited
            state.records[index].thread = thread
            state.records[index].isOnMainThread = isMainThread
        }
    }

    /// Records that a Swift task is about to be suspended until a task completes.
    static func record(suspendedTask waiter: _TaskCore, waitsFor task: _TaskCore) {
        let body = SwiftTaskIdentity.current
        let awaited = numberOfAwaited(task)
        withShard(of: waiter) { state in
            let index = state.add(waiter, .suspendedTask, nil)
            state.records[index].upstream = awaited
            state.records[index].body = body
        }
    }

    /// Removes the record of a wait that is over.
    static func recordEnd(of waiter: _TaskCore) { withShard(of: waiter) { $0.records.remove(waiter) } }

    // MARK: Progress

    /// Records that a task was handed to its executor.
    static func recordQueued(_ task: _TaskCore) {
        withShard(of: task) { state in
            if let index = state.records.index(of: task) { state.records[index].progress = .queued }
        }
    }

    /// Records that a task's closure starts on this thread, whose record names the task from then on; `nil` if there are no
    /// observers.
    static func recordStart(_ task: _TaskCore, isInRunLoop: Bool) -> TaskAnnouncement? {
        let current = unsafe bolts_thread_current()
        let thread = bolts_thread_identifier()
        let now = bolts_monotonic_nanoseconds()
        return withShard(of: task) { state in
            guard let index = state.records.index(of: task) else { return nil }
            state.records[index].progress = .running
            state.records[index].isInRunLoop = isInRunLoop
            state.records[index].thread = thread
            state.records[index].started = now
            state.records[index].trigger = state.records[index].upstream
            unsafe current.pointee.running = state.records[index].number
            unsafe current.pointee.running_scope = state.records[index].scope
            return state.announcement(of: index)
        }
    }

    /// Records that a task's closure has returned, and that the task is not complete.
    static func recordReturn(_ task: _TaskCore) {
        let now = bolts_monotonic_nanoseconds()
        withShard(of: task) { state in
            guard let index = state.records.index(of: task) else { return }
            state.records[index].returned = now
            if state.records[index].progress == .running { state.records[index].progress = .waiting }
        }
    }

    /// Records that a task's closure returned another task, which the task waits for.
    static func record(_ task: _TaskCore, returned inner: _TaskCore) {
        let awaited = numberOfAwaited(inner)
        let announcement = withShard(of: task) { state in
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
    static func recordAbandonment(_ task: _TaskCore) {
        guard bolts_diagnostics_enabled(), task.failure is AbandonedTaskError else { return }
        withShard(of: task) { state in
            if let index = state.records.index(of: task) { state.records[index].isAbandoned = true }
        }
    }

    /// Records that the outcome of a task is written and about to be published; only the first call counts.
    @usableFromInline @inline(never)
    static func recordCompletion(_ task: _TaskCore) {
        guard bolts_diagnostics_enabled() else { return }
        if let announcement = withShard(of: task, { $0.complete(task) }) { deliver(.ended, announcement, of: task) }
    }

    @usableFromInline @inline(never)
    static func recordObservation(_ task: _TaskCore) {
        guard bolts_diagnostics_contain(unobservedFailures) else { return }
        withShard(of: task) { state in
            let index = state.records.indexOrInsert(task)
            state.records[index].isObserved = true
        }
    }

    /// Called while a task is freed, which is the last moment at which its failure can be reported.
    @inline(never)
    static func recordRelease(_ task: _TaskCore) {
        let (announcement, unobserved) = withShard(of: task) { state in
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

    // MARK: Names and places

    static func setName(_ name: String, of task: _TaskCore) {
        let (replaced, announcement) = withShard(of: task) { state in
            let index = state.records.indexOrInsert(task)
            let replaced = state.records[index].name
            state.records[index].name = name
            state.records[index].isRenamed = replaced != nil
            return (replaced, state.announcement(ofNamed: index, task))
        }
        withExtendedLifetime(replaced) {}
        if let announcement { deliver(.named, announcement, of: task) }
    }

    static func place(of task: _TaskCore) -> SourceLocation? {
        withShard(of: task) { state in state.records.index(of: task).flatMap { state.records[$0].place } }
    }

    static func name(of task: _TaskCore) -> String? {
        withShard(of: task) { state in state.records.index(of: task).flatMap { state.records[$0].name } }
    }
}
