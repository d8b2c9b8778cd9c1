internal import Dispatch
internal import CBoltsTasks
internal import Synchronization

/// Sends work to an executor.
@usableFromInline
final class ExecutorStrategy: Sendable {
    enum Destination: Sendable {
        case queue(DispatchQueue)
        case mainThread
        case actor(any Actor)
        case custom(@Sendable (@escaping @Sendable () -> Void) -> Void)
    }

    let name: String
    let destination: Destination
    /// Whether successive continuations of a chain run as one job here; see `takesContinuation`.
    let combinesContinuations: Bool
    /// Whether a node whose task completes on the actor runs in place, like a call of the actor's own methods.
    let runsInPlace: Bool
    /// The number of submitted jobs that have not started, if the executor combines continuations.
    let waiting = Atomic<Int>(0)
    private let queueAddress = QueueAddress()

    /// The address under which the strategy is shared; 0 if it is not shared.
    private let key: UInt

    init(
        name: String,
        _ destination: Destination,
        combinesContinuations: Bool,
        runsInPlace: Bool = false,
        key: UInt = 0
    ) {
        self.name = name
        self.destination = destination
        self.combinesContinuations = combinesContinuations
        self.runsInPlace = runsInPlace
        self.key = key
    }

    deinit {
        if key != 0 { SharedStrategies.all.remove(self, of: key) }
    }

    /// Whether a node can run in place: this is the main thread or the actor of the closure, and the stack has room.
    var isCurrent: Bool {
        switch destination {
        case .mainThread: ExecutorStrategy.isOnMainThread
        case .actor(let actor) where runsInPlace:
            unsafe !bolts_stack_is_low(bolts_thread_current()) && isCurrentActor(actor)
        default: false
        }
    }

    var isMainThread: Bool {
        if case .mainThread = destination { true } else { false }
    }

    /// Whether `enqueue` may run the work before it returns.
    var mayRunInline: Bool {
        switch destination {
        case .queue, .mainThread: false
        case .actor, .custom: true
        }
    }

    private static var isOnMainThread: Bool {
        unsafe MainQueue.isCurrent && !bolts_stack_is_low(bolts_thread_current())
    }

    /// Calls `runJob` with the node, once, on this executor.
    func enqueue(_ node: _TaskCore) {
        // The job is counted before it can start.
        if combinesContinuations { waiting.add(1, ordering: .relaxed) }
        switch destination {
        case .queue(let queue):
            enqueue(node, on: queue)
        case .mainThread:
            enqueue(node, on: .main)
        case .actor(let actor):
            startTask(on: actor) { self.runJob(node) }
        case .custom(let submit):
            let job = ExecutorJob(node, on: self)
            submit { job.run() }
        }
    }

    private func enqueue(_ node: _TaskCore, on queue: DispatchQueue) {
        guard let address = unsafe queueAddress.address(of: queue) else { return queue.async { self.runJob(node) } }
        unsafe bolts_dispatch(address, Unmanaged.passRetained(node).toOpaque()) { context in
            let node = unsafe Unmanaged<_TaskCore>.fromOpaque(context).takeRetainedValue()
            node.executor?.runJob(node)
        }
    }

    /// Runs other work on this executor.
    func execute(_ work: @escaping @Sendable () -> Void) {
        switch destination {
        case .queue(let queue): queue.async(execute: counted(work))
        case .mainThread: ExecutorStrategy.onMainThread(work)
        case .actor(let actor): startTask(on: actor, counted(work))
        case .custom(let submit): submit(counted(work))
        }
    }

    /// Counts other work as waiting until it starts or is released, so that continuations do not overtake it.
    private func counted(_ work: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        guard combinesContinuations else { return work }
        let place = PlaceInLine(self)
        return {
            place.leave()
            work()
        }
    }

    /// Runs work in place on the main thread if its stack has room, otherwise on the main queue.
    private static func onMainThread(_ work: @escaping @Sendable () -> Void) {
        if isOnMainThread {
            work()
        } else {
            DispatchQueue.main.async(execute: work)
        }
    }
}

/// The work of a custom executor, which may run it twice or never.
private final class ExecutorJob: Sendable {
    private let node: _TaskCore
    private let executor: ExecutorStrategy
    private let isTaken = Atomic<Bool>(false)

    init(_ node: _TaskCore, on executor: ExecutorStrategy) {
        self.node = node
        self.executor = executor
    }

    func run() {
        if !isTaken.exchange(true, ordering: .acquiringAndReleasing) { executor.runJob(node) }
    }

    deinit {
        // The closure was released before it ran: the task must not stay pending forever.
        if !isTaken.load(ordering: .acquiring) { executor.dropJob(node) }
    }
}

/// Work that waits for an executor and is not the job of a node.
private final class PlaceInLine: Sendable {
    private let executor: ExecutorStrategy
    private let hasLeft = Atomic<Bool>(false)

    init(_ executor: ExecutorStrategy) {
        self.executor = executor
        executor.waiting.add(1, ordering: .relaxed)
    }

    func leave() {
        if !hasLeft.exchange(true, ordering: .relaxed) { executor.waiting.subtract(1, ordering: .relaxed) }
    }

    deinit { leave() }
}
