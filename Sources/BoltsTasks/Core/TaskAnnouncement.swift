internal import CBoltsTasks

/// The observers of tasks.
enum TaskEventReceivers {
    struct Entry: Sendable {
        let number: UInt64
        /// The number of the last task that was created before; it and earlier ones are unknown to the receiver.
        let lastUnknown: UInt64
        let receiver: any TaskEventReceiver
    }
}

/// An event and its observers; created under the lock of the registry, and delivered after the lock is released.
final class TaskAnnouncement: Sendable {
    let report: TaskReport
    let receivers: [TaskEventReceivers.Entry]

    init(report: TaskReport, receivers: [TaskEventReceivers.Entry]) {
        self.report = report
        self.receivers = receivers
    }

    private var interested: some Sequence<any TaskEventReceiver> {
        receivers.lazy.filter { [report] in $0.lastUnknown < report.record.number }.map { $0.receiver }
    }

    /// Tells every receiver, in the order in which they were added.
    func deliver(_ event: TaskEvent) {
        observing(1) {
            for receiver in interested { receiver.receive(event, report) }
        }
    }

    /// Tells every receiver that the closure of the task starts, and runs it within all of them.
    ///
    /// The closure runs once, even if a receiver calls it twice or never.
    func run(_ closure: () -> Bool) -> Bool {
        deliver(.started)
        let outer = unsafe bolts_thread_current().pointee.observing
        var result: Bool?
        func runOnce() {
            if result != nil { return }
            result = false
            result = observing(outer, closure)
        }
        func run(_ rest: ArraySlice<any TaskEventReceiver>) {
            guard let first = rest.first else { return runOnce() }
            first.run(report) { run(rest.dropFirst()) }
        }
        observing(1) { run(Array(interested)[...]) }
        if result == nil { runOnce() }
        return result ?? false
    }
}

/// Runs a closure while this thread counts as calling an observer, or as not.
private func observing<Result>(_ value: UInt64, _ body: () -> Result) -> Result {
    let thread = unsafe bolts_thread_current()
    let outer = unsafe thread.pointee.observing
    unsafe thread.pointee.observing = value
    defer { unsafe thread.pointee.observing = outer }
    return body()
}
