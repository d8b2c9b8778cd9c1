internal import Synchronization

/// What is to cancel a token later.
final class CancellationTimer: Sendable {
    private let task = Mutex<Task<Void, Never>?>(nil)

    var isSet: Bool { task.withLock { $0 != nil } }

    /// Keeps a task in the place of the one before, which is stopped.
    func set(_ new: Task<Void, Never>?) {
        let replaced = task.withLock { task in
            defer { task = new }
            return task
        }
        replaced?.cancel()
    }

    func stop() { set(nil) }
}
