internal import Dispatch
internal import CBoltsTasks
internal import Synchronization

/// How an executor gets work to where it runs.
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

    /// Whether a node need not go anywhere: this is the main thread, and its stack has room.
    var isHere: Bool {
        guard case .mainThread = destination else { return false }
        return ExecutorStrategy.isOnMainThread
    }

    /// Whether `enqueue` may run the work before it returns.
    var mayRunInline: Bool {
        if case .custom = destination { true } else { false }
    }

    private static var isOnMainThread: Bool {
        MainQueue.isCurrent && !bolts_stack_is_low(bolts_thread_current())
    }

    /// Arranges for `node.runAfterHop()` to be called, once.
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

    /// Arranges for any other work to be run.
    func execute(_ work: @escaping @Sendable () -> Void) {
        switch destination {
        case .queue(let queue): queue.async(execute: work)
        case .mainThread: ExecutorStrategy.onMainThread(work)
        case .custom(let submit): submit(work)
        }
    }

    /// At once on the main thread, while its stack has room; otherwise on the main queue.
    private static func onMainThread(_ work: @escaping @Sendable () -> Void) {
        if isOnMainThread {
            work()
        } else {
            DispatchQueue.main.async(execute: work)
        }
    }
}

/// The main queue, which is not always served by the main thread: after `dispatchMain()`, on Linux, by any.
enum MainQueue {
    private static let mark: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isCurrent: Bool {
        bolts_is_main_thread() || DispatchQueue.getSpecific(key: mark) == true
    }
}

/// Work given to an executor of the user's own, which may run it twice or never.
private final class ExecutorJob: Sendable {
    private let node: TaskCore
    private let isTaken = Atomic<Bool>(false)

    init(_ node: TaskCore) { self.node = node }

    func run() {
        if !isTaken.exchange(true, ordering: .acquiringAndReleasing) { node.runAfterHop() }
    }

    deinit {
        // The closure was let go of without a run: the task must not hang for ever.
        if !isTaken.load(ordering: .acquiring) { node.dropAfterHop() }
    }
}
