/// What kind of task or wait is pending.
///
/// ```swift
/// let forgotten = TaskDiagnostics.snapshot().tasks.filter { $0.kind == .source && $0.age > .seconds(60) }
/// ```
@nonexhaustive public enum TaskKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// A task that a ``TaskCompletionSource`` completes.
    case source
    /// The result of a continuation.
    case continuation
    /// A task that waits for the end of several.
    case whenAll
    /// A task that waits for all of several, and returns their results.
    case whenAllResult
    /// A task that waits for the outcomes of several.
    case whenAllSettled
    /// A task that waits for the results of several, or for the first failure.
    case whenAllSucceed
    /// Like ``whenAllSucceed``, for tasks of different types.
    case zip
    /// A task that waits for the first success of several.
    case whenAny
    /// A task that waits for the first of several to complete in any way.
    case whenFirst
    /// A task that waits for another for a limited time.
    case timeout
    /// A task that repeats an operation until it succeeds.
    case retry
    /// A task that works on several inputs, with a limit on how many at a time: `map(_:atMost:)`.
    case map
    /// A task that repeats work while a condition holds.
    case continueWhile
    /// A closure that was sent to an executor.
    case work
    /// An `async` closure, which runs in a Swift task.
    case asyncWork
    /// A task that completes after a time.
    case delay
    /// Not a task: a thread that is blocked in `waitUntilCompleted`.
    case blockedThread
    /// Not a task: a Swift task that is suspended in `await task.value`.
    case suspendedTask
    /// A task that was created before tracking started.
    case untracked

    /// Whether this is a task, not a thread or Swift task that waits for one.
    var isTask: Bool { self != .blockedThread && self != .suspendedTask }
}
