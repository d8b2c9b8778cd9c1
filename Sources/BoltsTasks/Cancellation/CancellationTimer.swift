internal import Synchronization

/// The Swift task that cancels a token later.
final class CancellationTimer: Sendable {
    private let task = Mutex<Task<Void, Never>?>(nil)

    var isSet: Bool { task.withLock { $0 != nil } }

    /// Replaces the task, and cancels the old one.
    func set(_ new: Task<Void, Never>?) {
        let replaced = task.withLock { task in
            defer { task = new }
            return task
        }
        replaced?.cancel()
    }

    func stop() { set(nil) }
}
