internal import CBoltsTasks
internal import Synchronization

/// The records of the tasks whose addresses have the same hash, behind a lock.
struct DiagnosticRegistryShard: ~Copyable, Sendable {
    struct State: ~Copyable {
        var records = DiagnosticRecords()
        // Copies of the enabled diagnostics, so that events need only this lock.
        var receivers: [TaskEventReceivers.Entry] = []
        var handler: DiagnosticRegistry.FailureHandler?
    }

    let state = Mutex(State())
}

extension DiagnosticRegistry {
    /// Several shards, because threads that create tasks at the same time would contend for one lock.
    ///
    /// They are never freed, and not an array of objects: retaining an object would cost more than the rest of the look-up.
    static let shards = {
        let shards = UnsafeMutableBufferPointer<DiagnosticRegistryShard>.allocate(capacity: 16)
        for index in shards.indices { unsafe shards.initializeElement(at: index, to: DiagnosticRegistryShard()) }
        return unsafe DiagnosticRegistryShards(shards: shards)
    }()

    /// Calls a closure, under the lock, with the shard that has a task's record.
    @inline(__always)
    static func withShard<Result>(
        of task: _TaskCore,
        _ body: (inout sending DiagnosticRegistryShard.State) -> sending Result
    ) -> sending Result {
        let address = unsafe UInt64(UInt(bitPattern: Unmanaged.passUnretained(task).toOpaque()))
        // These are other bits of the product than those that `AddressTable` uses.
        return shards.withLock(at: Int((address &* 0x9E37_79B9_7F4A_7C15) >> 60), body)
    }
}

/// The shards, which live as long as the process.
// Safe: the buffer is initialized before it is shared, and is never freed.
@safe
struct DiagnosticRegistryShards: @unchecked Sendable {
    fileprivate let shards: UnsafeMutableBufferPointer<DiagnosticRegistryShard>

    var count: Int { unsafe shards.count }

    @inline(__always)
    func withLock<Result>(
        at index: Int,
        _ body: (inout sending DiagnosticRegistryShard.State) -> sending Result
    ) -> sending Result {
        unsafe shards[index].state.withLock(body)
    }
}

extension DiagnosticRegistryShard.State {
    /// Creates the record of a new task.
    mutating func add(_ task: _TaskCore, _ kind: TaskKind, _ place: SourceLocation?) -> Int {
        let index = records.insert(task, kind)
        records[index].place = place
        // The closure that runs on this thread creates the task.
        let thread = unsafe bolts_thread_current()
        let creator = unsafe thread.pointee.running
        records[index].within = creator
        if bolts_diagnostics_contain(TaskScope.bit) {
            records[index].scope = unsafe creator == 0 ? TaskScope.current : thread.pointee.running_scope
        }
        // Observers are not notified of tasks that observers create: that might never end.
        records[index].isAnnounced = unsafe !receivers.isEmpty && kind.isTask && thread.pointee.observing == 0
        return index
    }

    /// Records that a task is complete; only the first call counts.
    mutating func complete(_ task: _TaskCore) -> TaskAnnouncement? {
        guard let index = records.index(of: task), records[index].progress != .completed else { return nil }
        if records[index].isAbandoned || bolts_diagnostics_contain(DiagnosticRegistry.recording) {
            DiagnosticRegistry.keep(records[index], task.status)
        }
        if records[index].isAnnounced {
            // The record is kept until the task is released, because the task may still be given its name.
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
