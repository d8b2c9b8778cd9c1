internal import Dispatch
internal import CBoltsTasks
internal import Synchronization

/// Sends work to the place where an executor runs it.
@usableFromInline
final class ExecutorStrategy: Sendable {
    enum Destination: Sendable {
        case queue(DispatchQueue)
        case mainThread
        case custom(@Sendable (@escaping @Sendable () -> Void) -> Void)
    }

    let name: String
    let destination: Destination
    private let queueAddress = QueueAddress()

    init(name: String, _ destination: Destination) {
        self.name = name
        self.destination = destination
    }

    /// Whether a node can run in place: this is the main thread, and its stack has room.
    var isCurrent: Bool {
        isMainThread && ExecutorStrategy.isOnMainThread
    }

    var isMainThread: Bool {
        if case .mainThread = destination { true } else { false }
    }

    /// Whether `enqueue` may run the work before it returns.
    var mayRunInline: Bool {
        if case .custom = destination { true } else { false }
    }

    private static var isOnMainThread: Bool {
        MainQueue.isCurrent && !bolts_stack_is_low(bolts_thread_current())
    }

    /// Has `node.runAfterHop()` called, once, on this executor.
    func enqueue(_ node: TaskCore) {
        switch destination {
        case .queue(let queue):
            enqueue(node, on: queue)
        case .mainThread:
            enqueue(node, on: .main)
        case .custom(let submit):
            let job = ExecutorJob(node)
            submit { job.run() }
        }
    }

    private func enqueue(_ node: TaskCore, on queue: DispatchQueue) {
        guard let address = queueAddress.address(of: queue) else { return queue.async { node.runAfterHop() } }
        bolts_dispatch(address, Unmanaged.passRetained(node).toOpaque()) { context in
            Unmanaged<TaskCore>.fromOpaque(context).takeRetainedValue().runAfterHop()
        }
    }

    /// Runs other work on this executor.
    func execute(_ work: @escaping @Sendable () -> Void) {
        switch destination {
        case .queue(let queue): queue.async(execute: work)
        case .mainThread: ExecutorStrategy.onMainThread(work)
        case .custom(let submit): submit(work)
        }
    }

    /// Runs work in place on the main thread while its stack has room, otherwise on the main queue.
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
    private let node: TaskCore
    private let isTaken = Atomic<Bool>(false)

    init(_ node: TaskCore) { self.node = node }

    func run() {
        if !isTaken.exchange(true, ordering: .acquiringAndReleasing) { node.runAfterHop() }
    }

    deinit {
        // The closure was released without being run: the task must not stay pending forever.
        if !isTaken.load(ordering: .acquiring) { node.dropAfterHop() }
    }
}
