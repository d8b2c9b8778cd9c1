internal import BoltsFoundation
public import BoltsTasks
public import Dispatch
public import Foundation

extension BoltsExecutor {
    // MARK: Objective-C

    /// Runs work at once, or on the global queue when the stack is nearly used.
    @available(*, deprecated, renamed: "getter:default()")
    public static func defaultExecutor() -> BoltsExecutor { .default }

    /// Runs work at once.
    @available(*, deprecated, renamed: "getter:immediate()")
    public static func immediateExecutor() -> BoltsExecutor { .immediate }

    /// The main thread: the closures given to it are on the main actor.
    @available(*, deprecated, renamed: "MainThreadExecutor.mainThread")
    public static func mainThreadExecutor() -> MainThreadExecutor { .mainThread }

    /// The main thread as an executor like any other: nothing tells the compiler that its closures are on the main actor.
    @available(*, deprecated, message: "Give '.mainThread' to the continuation.")
    @_disfavoredOverload
    public static func mainThreadExecutor() -> BoltsExecutor { mainThreadAsAny }

    /// Runs work as the caller says.
    @available(*, deprecated, renamed: "custom(_:)")
    public static func executorWithBlock(
        _ block: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
    ) -> BoltsExecutor {
        .custom(block)
    }

    /// Runs work on a dispatch queue.
    @available(*, deprecated, renamed: "queue(_:)")
    public static func executorWithDispatchQueue(_ queue: DispatchQueue) -> BoltsExecutor { .queue(queue) }

    /// Runs work as operations of an operation queue.
    @available(*, deprecated, renamed: "operationQueue(_:)")
    public static func executorWithOperationQueue(_ queue: OperationQueue) -> BoltsExecutor { .operationQueue(queue) }

    // MARK: Objective-C, as Swift 3 and later saw it

    /// Runs work at once, or on the global queue when the stack is nearly used.
    @available(*, deprecated, renamed: "getter:default()")
    @_disfavoredOverload
    public static func `default`() -> BoltsExecutor { .default }

    /// Runs work at once.
    @available(*, deprecated, renamed: "getter:immediate()")
    @_disfavoredOverload
    public static func immediate() -> BoltsExecutor { .immediate }

    /// The main thread: the closures given to it are on the main actor.
    @available(*, deprecated, renamed: "MainThreadExecutor.mainThread")
    public static func mainThread() -> MainThreadExecutor { .mainThread }

    /// Runs work as the caller says.
    @available(*, deprecated, message: "Use 'BoltsExecutor.custom { … }'.")
    public init(block: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void) {
        self = .custom(block)
    }

    /// Runs work on a dispatch queue.
    @available(*, deprecated, message: "Use 'BoltsExecutor.queue(_:)'.")
    public init(dispatchQueue: DispatchQueue) { self = .queue(dispatchQueue) }

    /// Runs work as operations of an operation queue.
    @available(*, deprecated, message: "Use 'BoltsExecutor.operationQueue(_:)'.")
    public init(operationQueue: OperationQueue) { self = .operationQueue(operationQueue) }

    // MARK: Bolts-Swift

    /// Runs work as the caller says, before it returns.
    @available(*, deprecated, renamed: "custom(_:)")
    public static func closure(_ closure: @escaping @Sendable (_ work: () -> Void) -> Void) -> BoltsExecutor {
        .custom { work in closure(work) }
    }

    /// Runs work as the caller says.
    @available(*, deprecated, renamed: "custom(_:)")
    public static func escapingClosure(
        _ closure: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
    ) -> BoltsExecutor {
        .custom(closure)
    }

    private static var mainThreadAsAny: BoltsExecutor {
        .custom(name: "mainThread") { work in MainThreadExecutor.mainThread.execute(work) }
    }
}
