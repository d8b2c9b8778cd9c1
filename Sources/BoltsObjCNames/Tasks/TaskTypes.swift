public import BoltsTasks

/// Objective-C's name for `BoltsTask`.
///
/// The result type is part of the task's type, and must be `Sendable` in Swift 6 mode: `BFTask<String>`.
@available(*, deprecated, renamed: "BoltsTask")
public typealias BFTask = BoltsTask

/// Objective-C's result type for a task without a result.
@available(*, deprecated, renamed: "Void")
public typealias BFVoid = Void

/// The result of an Objective-C task of any type: `BFTask<AnyObject>` becomes `BFTask<BFResult>`.
///
/// A block declared `-> BFResult` may return a value, `nil` or a task, as in Objective-C.
@available(*, deprecated, message: "Use the type of the result.")
public typealias BFResult = (any Sendable)?

/// Objective-C's name for `BoltsExecutor`.
@available(*, deprecated, renamed: "BoltsExecutor")
public typealias BFExecutor = BoltsExecutor

/// Objective-C's name for `TaskCompletionSource`.
@available(*, deprecated, renamed: "TaskCompletionSource")
public typealias BFTaskCompletionSource = TaskCompletionSource

/// Objective-C's name for `CancellationToken`.
@available(*, deprecated, renamed: "CancellationToken")
public typealias BFCancellationToken = CancellationToken

/// Objective-C's name for `CancellationTokenSource`.
@available(*, deprecated, renamed: "CancellationTokenSource")
public typealias BFCancellationTokenSource = CancellationTokenSource

/// Objective-C's name for `BoltsRegistration`.
@available(*, deprecated, renamed: "BoltsRegistration")
public typealias BFCancellationTokenRegistration = BoltsRegistration

/// The type of Objective-C's continuations.
///
/// In an extension of `BFTask` the name means the continuations of that task.
@available(*, deprecated, message: "Write the closure's type, such as '@Sendable (BoltsTask<Value>) throws -> Output'.")
public typealias BFContinuationBlock = @Sendable (BoltsTask<(any Sendable)?>) throws -> (any Sendable)?

/// The type of the blocks that observe a cancellation token.
@available(*, deprecated, message: "Write the closure's type: '@Sendable () -> Void'.")
public typealias BFCancellationBlock = @Sendable () -> Void

/// Bolts-Swift's cancellation error.
///
/// An error that cancels the task if it is thrown from a closure or set on a source.
@available(*, deprecated, renamed: "CancellationError")
public typealias CancelledError = CancellationError

extension BoltsTask {
    /// Bolts-Swift's name for the type of the result.
    @available(*, deprecated, renamed: "Success")
    public typealias TResult = Success

    /// Objective-C's name for the type of the result.
    @available(*, deprecated, renamed: "Success")
    public typealias ResultType = Success

    /// The type of the continuations of this task.
    @available(
        *,
        deprecated,
        message: "Write the closure's type, such as '@Sendable (BoltsTask<Success>) throws -> Output'."
    )
    public typealias BFContinuationBlock = @Sendable (BoltsTask<Success>) throws -> (any Sendable)?
}
