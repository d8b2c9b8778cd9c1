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
@frozen public struct BoltsExecutor: Sendable {
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

    /// Whether a closure would run in place now, on this thread.
    var isCurrent: Bool { strategy?.isCurrent ?? true }

    /// The executor of a closure that runs on the actor in whose code it is written.
    @inlinable @inline(__always)
    init(isolation: (any Actor)?) {
        if let isolation { self.init(actor: isolation) } else { self.init(flags: []) }
    }

    /// The executor of a closure that runs on the actor in whose code it is written, for other modules of this package.
    package static func staying(on isolation: (any Actor)?) -> BoltsExecutor { BoltsExecutor(isolation: isolation) }

    /// Runs continuations on an actor, in place if the completing thread is on it.
    @usableFromInline @inline(never)
    init(actor: any Actor) {
        if actor === MainActor.shared {
            self = MainThreadExecutor.mainThread.executor
        } else {
            self.init(.shared(actor, runsInPlace: true))
        }
    }

    /// Runs the continuation synchronously on the thread that completes the task, or on Dispatch's global queue if that
    /// thread's stack is nearly full.
    @inlinable
    public static var `default`: BoltsExecutor { BoltsExecutor(flags: []) }

    /// Always runs the continuation on the thread that completes the task.
    ///
    /// If completions are nested so deeply that the stack is nearly full, the innermost continuations run after the outermost
    /// completing call has finished its own, still on the same thread.
    @inlinable
    public static var immediate: BoltsExecutor { BoltsExecutor(flags: .immediate) }

    /// Runs continuations on a dispatch queue, asynchronously even if the caller is already on it.
    ///
    /// Consecutive continuations of a chain on one executor may run as one block of the queue: up to 64 continuations, for
    /// about 2 milliseconds. They never overtake work that was submitted through the same executor. Work that is submitted to
    /// the queue in another way during such a block starts after it. This is also true if each continuation calls `queue(_:)`
    /// anew. On the main queue, each continuation is its own block.
    ///
    /// - Parameter queue: The queue.
    /// - Returns: The executor.
    public static func queue(_ queue: DispatchQueue) -> BoltsExecutor {
        BoltsExecutor(.shared(queue))
    }

    /// Runs continuations on an executor that a closure defines.
    ///
    /// - Parameters:
    ///   - name: The name in descriptions.
    ///   - combinesContinuations: Whether consecutive continuations of a chain on this executor may run as one piece of work,
    ///     as on a queue: see ``queue(_:)``. If not, `submit` is called for each.
    ///   - submit: Called with the work, which must be run once, now or later, on any thread. Running the work again has no
    ///     effect; releasing it without running it fails the task with ``AbandonedTaskError``.
    /// - Returns: The executor.
    public static func custom(
        name: String = "custom",
        combinesContinuations: Bool = false,
        _ submit: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
    ) -> BoltsExecutor {
        BoltsExecutor(ExecutorStrategy(name: name, .custom(submit), combinesContinuations: combinesContinuations))
    }

    /// Runs continuations on an actor.
    ///
    /// Consecutive continuations of a chain on the actor may run without a suspension between them, as calls between the
    /// actor's own methods do.
    ///
    /// - Parameter actor: The actor. As with any work sent to an actor, two continuations of one task may run in either
    ///   order.
    /// - Returns: The executor.
    public static func actor(_ actor: some Actor) -> BoltsExecutor {
        BoltsExecutor(.shared(actor, runsInPlace: false))
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
        } else if unsafe flags.contains(.immediate) || !bolts_stack_is_low(bolts_thread_current()) {
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
