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
    private typealias Work = @Sendable () -> Void

    /// What waits: the oldest, turned around, and what came since.
    ///
    /// So each moves once, however many there are.
    private struct Waiting: Sendable {
        var oldestLast: [Work] = []
        var added: [Work] = []

        var count: Int { oldestLast.count + added.count }

        mutating func popOldest() -> Work? {
            if oldestLast.isEmpty {
                oldestLast = added.reversed()
                added = []
            }
            return oldestLast.popLast()
        }
    }

    private let waiting = Mutex(Waiting())

    /// Creates an executor with no work.
    public init() {}

    /// What to give to a continuation.
    public var executor: BoltsExecutor {
        .custom(name: "manual") { [self] work in waiting.withLock { $0.added.append(work) } }
    }

    /// How many pieces of work wait.
    public var count: Int { waiting.withLock { $0.count } }

    /// Runs the oldest piece of work, on this thread.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    public func runNext() -> Bool {
        let work = waiting.withLock { $0.popOldest() }
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
            defer { waiting = Waiting() }
            return waiting
        }
        _ = dropped
    }
}
