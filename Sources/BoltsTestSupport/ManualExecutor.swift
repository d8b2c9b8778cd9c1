public import BoltsTasks
internal import Synchronization

/// An executor that runs its work only when a test tells it to.
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

    /// A queue of two arrays: the oldest work in reverse order, and the work added since.
    ///
    /// Each piece of work moves once, so taking one takes amortised constant time.
    private struct Queue: Sendable {
        var reversed: [Work] = []
        var added: [Work] = []

        var count: Int { reversed.count + added.count }

        mutating func popOldest() -> Work? {
            if reversed.isEmpty {
                reversed = added.reversed()
                added = []
            }
            return reversed.popLast()
        }
    }

    private let queue = Mutex(Queue())

    /// Creates an executor with no work.
    public init() {}

    /// The executor to pass to continuations.
    public var executor: BoltsExecutor {
        .custom(name: "manual") { [self] work in queue.withLock { $0.added.append(work) } }
    }

    /// The number of pieces of work in the queue.
    public var count: Int { queue.withLock { $0.count } }

    /// Runs the oldest piece of work, on this thread.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    public func runNext() -> Bool {
        let work = queue.withLock { $0.popOldest() }
        work?()
        return work != nil
    }

    /// Runs all work in the queue, including the work added meanwhile.
    public func runAll() {
        while runNext() {}
    }

    /// Releases all work in the queue without running it, as a faulty executor would.
    public func dropAll() {
        let dropped = queue.withLock { queue in
            defer { queue = Queue() }
            return queue
        }
        withExtendedLifetime(dropped) {}
    }
}
