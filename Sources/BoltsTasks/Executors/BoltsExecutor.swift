public import Dispatch
internal import CBoltsTasks

/// Where a continuation runs.
///
/// ```swift
/// func parse(_ text: BoltsTask<String>) -> BoltsTask<Int> {
///     text.continueOnSuccessWith(.queue(.global(qos: .utility))) { $0.count }
/// }
/// ```
///
/// Work that touches the user interface takes `.mainThread`, a type of its own (``MainThreadExecutor``), so that its
/// closures are `@MainActor`.
public struct BoltsExecutor: Sendable {
    @usableFromInline let flags: NodeFlags
    @usableFromInline let strategy: ExecutorStrategy?

    @inlinable @inline(__always)
    init(flags: NodeFlags) {
        self.flags = flags
        self.strategy = nil
    }

    init(_ strategy: ExecutorStrategy) {
        self.flags = .hops
        self.strategy = strategy
    }

    /// Runs the continuation at once, on the thread that completes the task, while that thread's stack has room; then
    /// on Dispatch's global queue.
    @inlinable
    public static var `default`: BoltsExecutor { BoltsExecutor(flags: []) }

    /// Runs the continuation on the thread that completes the task, always.
    ///
    /// Where a great many completions are nested in one another, the innermost run after the call that completed them
    /// has returned, still on the same thread, so that the stack does not overflow.
    @inlinable
    public static var immediate: BoltsExecutor { BoltsExecutor(flags: .immediate) }

    /// Runs continuations on a dispatch queue, even when already there.
    ///
    /// - Parameter queue: The queue.
    /// - Returns: The executor.
    public static func queue(_ queue: DispatchQueue) -> BoltsExecutor {
        BoltsExecutor(ExecutorStrategy(name: "queue(\(queue.label))", .queue(queue)))
    }

    /// Runs continuations wherever a closure decides.
    ///
    /// - Parameters:
    ///   - name: What to call it in descriptions.
    ///   - submit: Given the work, and has it run once, now or later, on a thread of its choice. Running it again does
    ///     nothing; letting go of it without running it fails the task with ``AbandonedTaskError``.
    /// - Returns: The executor.
    public static func custom(
        name: String = "custom",
        _ submit: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
    ) -> BoltsExecutor {
        BoltsExecutor(ExecutorStrategy(name: name, .custom(submit)))
    }

    /// Runs continuations on an actor.
    ///
    /// - Parameter actor: The actor. As with any work sent to an actor, two continuations of one task reach it in an
    ///   order of the actor's choosing.
    /// - Returns: The executor.
    public static func actor(_ actor: some Actor) -> BoltsExecutor {
        .custom(name: "actor(\(type(of: actor)))") { work in
            Task { await runIsolated(on: actor, work) }
        }
    }

    /// Runs continuations on a task executor of Swift's.
    ///
    /// - Parameter executor: The task executor.
    /// - Returns: The executor.
    public static func taskExecutor(_ executor: some TaskExecutor) -> BoltsExecutor {
        .custom(name: "taskExecutor(\(type(of: executor)))") { work in
            Task(executorPreference: executor) { work() }
        }
    }

    /// Runs a closure by this executor's rule.
    ///
    /// - Parameter work: What to run.
    public func execute(_ work: @escaping @Sendable () -> Void) {
        if let strategy {
            strategy.execute(work)
        } else if flags.contains(.immediate) || !bolts_stack_is_low(bolts_thread_current()) {
            work()
        } else {
            DispatchQueue.global().async(execute: work)
        }
    }
}

extension BoltsExecutor: CustomStringConvertible {
    /// The executor's name, such as `default` or `queue(com.example.parser)`.
    public var description: String {
        strategy?.name ?? (flags.contains(.immediate) ? "immediate" : "default")
    }
}

private func runIsolated(on actor: isolated some Actor, _ work: @Sendable () -> Void) {
    work()
}
