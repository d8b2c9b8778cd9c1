import BoltsTasks
import Foundation
import Synchronization

/// Counts the abandoned tasks among those that end on the test's thread.
final class ForgottenTasks: TaskObserver {
    private let thread = ObjectIdentifier(Thread.current)
    private let state = Mutex(0)

    /// The number of tasks that were abandoned while some work ran.
    static func count(during work: () throws -> Void) rethrows -> Int {
        let tasks = ForgottenTasks()
        let registration = TaskDiagnostics.addObserver(tasks)
        defer { registration.dispose() }
        try work()
        return tasks.state.withLock { $0 }
    }

    func taskDidEnd(_ task: ObservedTask, _ outcome: ObservedTask.Outcome) {
        guard case .abandoned = outcome, ObjectIdentifier(Thread.current) == thread else { return }
        state.withLock { $0 += 1 }
    }
}
