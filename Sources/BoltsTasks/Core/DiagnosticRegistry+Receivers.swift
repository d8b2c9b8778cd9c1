internal import CBoltsTasks

// The observers that the registry notifies of tasks. Notifications are created under its lock and delivered after the lock is
// released.

extension DiagnosticRegistry {
    /// Adds an observer of tasks that are created from now on; returns the number that `removeReceiver` takes.
    static func addReceiver(_ receiver: any TaskEventReceiver) -> UInt64 {
        change { shared in
            let number = (shared.receivers.last?.number ?? 0) + 1
            shared.receivers.append(
                TaskEventReceivers.Entry(number: number, lastUnknown: DiagnosticRecords.lastNumber, receiver: receiver)
            )
            return number
        }
    }

    static func removeReceiver(_ number: UInt64) {
        // The receiver is released outside the lock.
        let removed = change { shared in
            let all = shared.receivers
            shared.receivers = all.filter { $0.number != number }
            return all
        }
        withExtendedLifetime(removed) {}
    }

    /// Delivers a task's name or end, and then the notifications that were held back on other threads meanwhile.
    static func deliver(_ event: TaskEvent, _ announcement: TaskAnnouncement, of task: _TaskCore) {
        announcement.deliver(event)
        while let (event, announcement) = withShard(of: task, { $0.heldAnnouncement(of: task) }) {
            announcement.deliver(event)
        }
    }
}

extension DiagnosticRegistryShard.State {
    /// The notification of a pending task; `nil` if it has no observers.
    func announcement(of index: Int) -> TaskAnnouncement? {
        guard !receivers.isEmpty, records[index].isAnnounced, records[index].progress != .completed else { return nil }
        return announcement(index, .pending, nil)
    }

    /// The notification of a task that has just ended, for `deliver(_:_:of:)`; `nil` if it is held back.
    func announcement(ofEnded index: Int, _ task: _TaskCore) -> TaskAnnouncement? {
        if records[index].isBeingReported {
            records[index].heldEnd = true
            return nil
        }
        guard !receivers.isEmpty else { return nil }
        records[index].isBeingReported = true
        return announcementOfEnd(index, task)
    }

    /// The notification of a task that is being freed, if it has not ended.
    func announcement(ofReleased index: Int) -> TaskAnnouncement? {
        guard let announcement = announcement(of: index) else { return nil }
        records[index].isAbandoned = true
        records[index].completed = announcement.report.now
        return self.announcement(index, .failure, nil)
    }

    /// The notification of a task that was given a name, for `deliver(_:_:of:)`; `nil` if it is held back.
    func announcement(ofNamed index: Int, _ task: _TaskCore) -> TaskAnnouncement? {
        guard records[index].isAnnounced, !receivers.isEmpty else { return nil }
        if records[index].isBeingReported {
            records[index].heldName = true
            return nil
        }
        records[index].isBeingReported = true
        return records[index].progress == .completed
            ? announcementOfEnd(index, task) : announcement(index, .pending, nil)
    }

    /// The notifications that were held back.
    func heldAnnouncement(of task: _TaskCore) -> (TaskEvent, TaskAnnouncement)? {
        guard let index = records.index(of: task) else { return nil }
        if records[index].heldName {
            records[index].heldName = false
            let hasEnded = records[index].progress == .completed && !records[index].heldEnd
            return (.named, hasEnded ? announcementOfEnd(index, task) : announcement(index, .pending, nil))
        }
        if records[index].heldEnd {
            records[index].heldEnd = false
            return (.ended, announcementOfEnd(index, task))
        }
        records[index].isBeingReported = false
        return nil
    }

    private func announcementOfEnd(_ index: Int, _ task: _TaskCore) -> TaskAnnouncement {
        // A task that forwards to a task that a token cancels has no own outcome.
        announcement(index, task.status == .pending ? .cancelled : task.status, task.failure)
    }

    private func announcement(_ index: Int, _ status: TaskStatus, _ failure: (any Error)?) -> TaskAnnouncement {
        let report = TaskReport(
            record: records[index],
            now: bolts_monotonic_nanoseconds(),
            status: status,
            failure: failure
        )
        return TaskAnnouncement(report: report, receivers: receivers)
    }
}
