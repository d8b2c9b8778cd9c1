public import BoltsTasks

/// Bolts' name of ``BoltsTasks/BoltsTask``.
///
/// In Objective-C, the result could be any object. Here it says what it is, and is `Sendable`: `BFTask<PFObject>`.
@available(*, deprecated, renamed: "BoltsTask")
public typealias BFTask = BoltsTask

/// Bolts' result of a task that has none.
@available(*, deprecated, renamed: "Void")
public typealias BFVoid = Void

/// Bolts' name of ``BoltsTasks/BoltsExecutor``.
@available(*, deprecated, renamed: "BoltsExecutor")
public typealias BFExecutor = BoltsExecutor

/// Bolts' name of ``BoltsTasks/TaskCompletionSource``.
@available(*, deprecated, renamed: "TaskCompletionSource")
public typealias BFTaskCompletionSource = TaskCompletionSource

/// Bolts' name of ``BoltsTasks/CancellationToken``.
@available(*, deprecated, renamed: "CancellationToken")
public typealias BFCancellationToken = CancellationToken

/// Bolts' name of ``BoltsTasks/CancellationTokenSource``.
@available(*, deprecated, renamed: "CancellationTokenSource")
public typealias BFCancellationTokenSource = CancellationTokenSource

/// Bolts' name of ``BoltsTasks/CancellationTokenRegistration``.
@available(*, deprecated, renamed: "CancellationTokenRegistration")
public typealias BFCancellationTokenRegistration = CancellationTokenRegistration

/// Bolts-Swift's error that cancels: thrown or set.
@available(*, deprecated, renamed: "CancellationError")
public typealias CancelledError = CancellationError
