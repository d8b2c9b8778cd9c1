public import BoltsTasks
internal import Synchronization

/// An executor that runs nothing until it is told to.
///
/// ```swift
/// let manual = ManualExecutor()
/// let sum = BoltsTask(result: 1).continueOnSuccessWith(manual.executor) { $0 + 1 }
/// print(sum.isCompleted)   // false
/// manual.runAll()
/// print(sum.result as Any) // Optional(2)
/// ```
public final class ManualExecutor: Sendable {
    private let waiting = Mutex<[@Sendable () -> Void]>([])

    /// Creates an executor with no work.
    public init() {}

    /// What to give to a continuation.
    public var executor: BoltsExecutor {
        .custom(name: "manual") { [self] work in waiting.withLock { $0.append(work) } }
    }

    /// How many pieces of work wait.
    public var count: Int { waiting.withLock { $0.count } }

    /// Runs the oldest piece of work, on this thread.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    public func runNext() -> Bool {
        let work = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        work?()
        return work != nil
    }

    /// Runs what waits, and what that adds, until nothing does.
    public func runAll() {
        while runNext() {}
    }

    /// Lets go of everything that waits without running it, as a faulty executor would.
    public func dropAll() {
        let dropped = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        _ = dropped
    }
}
