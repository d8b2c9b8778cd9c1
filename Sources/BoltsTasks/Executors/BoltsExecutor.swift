public import Dispatch
internal import CBoltsTasks

/// Decides where a continuation runs.
///
/// ```swift
/// func parse(_ text: BoltsTask<String>) -> BoltsTask<Int> {
///     text.continueOnSuccessWith(.queue(.global(qos: .utility))) { $0.count }
/// }
/// ```
///
/// For work on the user interface write `on: .mainThread`, whose type (``MainThreadExecutor``) makes the closures
/// `@MainActor`.
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

    /// Runs the continuation synchronously on the thread that completes the task; if that thread's stack is nearly
    /// full, on Dispatch's global queue.
    @inlinable
    public static var `default`: BoltsExecutor { BoltsExecutor(flags: []) }

    /// Runs the continuation on the thread that completes the task, always.
    ///
    /// If completions are nested so deeply that the stack is nearly full, the innermost continuations run after the
    /// outermost completing call is done with its own, still on the same thread.
    @inlinable
    public static var immediate: BoltsExecutor { BoltsExecutor(flags: .immediate) }

    /// Runs continuations on a dispatch queue, asynchronously even if the caller is on that queue.
    ///
    /// Links of a chain that follow each other on one executor may run as one block of the queue: up to 64 links, for
    /// about 2 milliseconds. They never overtake work that was submitted through the same executor. Work that was
    /// submitted to the queue in another way while such a block runs starts after it. To profit, make one executor for
    /// a queue and keep it. On the main queue, each link is a block of its own.
    ///
    /// - Parameter queue: The queue.
    /// - Returns: The executor.
    public static func queue(_ queue: DispatchQueue) -> BoltsExecutor {
        let label = queue.label
        // The main queue also serves events, which get their turn between two links. There, the label is the only
        // identity that a queue has on every platform.
        let isMain = label == DispatchQueue.main.label
        return BoltsExecutor(ExecutorStrategy(name: "queue(\(label))", .queue(queue), combinesLinks: !isMain))
    }

    /// Runs continuations where a closure decides.
    ///
    /// - Parameters:
    ///   - name: The name in descriptions.
    ///   - combinesLinks: Whether links of a chain that follow each other on this executor may run as one piece of
    ///     work, as on a queue: see ``queue(_:)``. If not, `submit` is called for each.
    ///   - submit: Called with the work, which it runs once, now or later, on any thread. Running the work again has no
    ///     effect; releasing it without running it fails the task with ``AbandonedTaskError``.
    /// - Returns: The executor.
    public static func custom(
        name: String = "custom",
        combinesLinks: Bool = false,
        _ submit: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
    ) -> BoltsExecutor {
        BoltsExecutor(ExecutorStrategy(name: name, .custom(submit), combinesLinks: combinesLinks))
    }

    /// Runs continuations on an actor.
    ///
    /// Links of a chain that follow each other on the actor may run without a suspension between them, as calls of an
    /// actor's own methods do.
    ///
    /// - Parameter actor: The actor. As with any work sent to an actor, two continuations of one task may run in either
    ///   order.
    /// - Returns: The executor.
    public static func actor(_ actor: some Actor) -> BoltsExecutor {
        .custom(name: "actor(\(type(of: actor)))", combinesLinks: !(actor is MainActor)) { work in
            Task { await runIsolated(on: actor, work) }
        }
    }

    /// Runs continuations on a Swift task executor.
    ///
    /// - Parameter executor: The task executor.
    /// - Returns: The executor.
    public static func taskExecutor(_ executor: some TaskExecutor) -> BoltsExecutor {
        .custom(name: "taskExecutor(\(type(of: executor)))") { work in
            Task(executorPreference: executor) { work() }
        }
    }

    /// Runs a closure on this executor.
    ///
    /// - Parameter work: The closure.
    public func execute(_ work: @escaping @Sendable () -> Void) {
        let work = bolts_diagnostics_contain(ClosureWrappers.bit) ? ClosureWrappers.wrap(work) : work
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
