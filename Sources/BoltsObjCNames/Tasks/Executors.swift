internal import BoltsFoundation
public import BoltsTasks
public import Dispatch
public import Foundation

extension BoltsExecutor {
    // MARK: Objective-C

    /// Runs work immediately, or on the global queue if little stack is left.
    @available(*, deprecated, renamed: "getter:default()")
    public static func defaultExecutor() -> BoltsExecutor { .default }

    /// Runs work immediately.
    @available(*, deprecated, renamed: "getter:immediate()")
    public static func immediateExecutor() -> BoltsExecutor { .immediate }

    /// The main thread, as the type whose closures are isolated to the main actor.
    @available(*, deprecated, renamed: "getter:MainThreadExecutor.mainThread()")
    public static func mainThreadExecutor() -> MainThreadExecutor { .mainThread }

    /// The main thread as a `BoltsExecutor`, whose closures the compiler does not isolate to the main actor.
    @available(
        *,
        deprecated,
        message: "Pass 'on: .mainThread' to the continuation, or use the type 'MainThreadExecutor'."
    )
    @_disfavoredOverload
    public static func mainThreadExecutor() -> BoltsExecutor { mainThreadQueue }

    /// Calls a block with the work to run.
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

    // MARK: Objective-C, as Swift 3 and later spelled it

    /// Runs work immediately, or on the global queue if little stack is left.
    @available(*, deprecated, renamed: "getter:default()")
    @_disfavoredOverload
    public static func `default`() -> BoltsExecutor { .default }

    /// Runs work immediately.
    @available(*, deprecated, renamed: "getter:immediate()")
    @_disfavoredOverload
    public static func immediate() -> BoltsExecutor { .immediate }

    /// The main thread, as the type whose closures are isolated to the main actor.
    @available(*, deprecated, renamed: "getter:MainThreadExecutor.mainThread()")
    public static func mainThread() -> MainThreadExecutor { .mainThread }

    /// The main thread as a `BoltsExecutor`, whose closures the compiler does not isolate to the main actor.
    @available(
        *,
        deprecated,
        message: "Pass 'on: .mainThread' to the continuation, or use the type 'MainThreadExecutor'."
    )
    @_disfavoredOverload
    public static func mainThread() -> BoltsExecutor { mainThreadQueue }

    /// Calls a block with the work to run.
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

    /// Calls a closure that runs the work before it returns.
    @available(*, deprecated, renamed: "custom(_:)")
    public static func closure(_ closure: @escaping @Sendable (_ work: () -> Void) -> Void) -> BoltsExecutor {
        .custom { work in closure(work) }
    }

    /// Calls a closure with the work to run.
    @available(*, deprecated, renamed: "custom(_:)")
    public static func escapingClosure(
        _ closure: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
    ) -> BoltsExecutor {
        .custom(closure)
    }

    /// A description for debugging: Bolts-Swift's name.
    @available(*, deprecated, renamed: "description")
    public var debugDescription: String { description }

    /// The main thread as a `BoltsExecutor`: on the main thread work runs immediately, elsewhere it is sent there.
    fileprivate static var mainThreadQueue: BoltsExecutor {
        .custom(name: "mainThread") { work in MainThreadExecutor.mainThread.execute(work) }
    }
}

// Bolts-Swift's `mainThread`. In an extension of `BoltsExecutor` it would redeclare Objective-C's `mainThread()`.
extension CustomStringConvertible where Self == BoltsExecutor {
    /// The main thread as a value of Bolts-Swift's `Executor`, for a property or a parameter of that type.
    ///
    /// The compiler does not isolate its closures to the main actor.
    @available(
        *,
        deprecated,
        message: "Pass 'on: .mainThread' to the continuation, or use the type 'MainThreadExecutor'."
    )
    @_disfavoredOverload
    public static var mainThread: BoltsExecutor { BoltsExecutor.mainThreadQueue }
}

extension MainThreadExecutor {
    /// The main thread, for `continueWith(executor: .mainThread(), block: …)`.
    @available(*, deprecated, renamed: "getter:MainThreadExecutor.mainThread()")
    public static func mainThread() -> MainThreadExecutor { .mainThread }

    /// The main thread, for `continueWithExecutor(.mainThreadExecutor(), withBlock: …)`.
    @available(*, deprecated, renamed: "getter:MainThreadExecutor.mainThread()")
    public static func mainThreadExecutor() -> MainThreadExecutor { .mainThread }
}
