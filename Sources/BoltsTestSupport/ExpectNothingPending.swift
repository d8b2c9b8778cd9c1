public import BoltsTasks

/// The error of `expectNothingPending` when tasks are left pending.
///
/// ```swift
/// func check() throws {
///     do {
///         try expectNothingPending { _ = TaskCompletionSource<Int>().task }
///     } catch let error as PendingTasksError {
///         print(error.snapshot.tasks.count)
///     }
/// }
/// ```
public struct PendingTasksError: Error, Sendable, CustomStringConvertible {
    /// The tasks that are pending, and what each of them waits for.
    public let snapshot: TaskSnapshot

    /// The tasks as a tree, with the place where each was created.
    public var description: String { "these tasks are still pending: \(snapshot)" }
}

/// Runs code, and throws if a task that it created is still pending.
///
/// Tasks of other code that runs at the same time, such as other tests, do not count. A task belongs to the code that created
/// it; so do tasks created in its continuations, on any thread.
///
/// ```swift
/// func check() throws {
///     try expectNothingPending {
///         let source = TaskCompletionSource<Int>()
///         let next = source.task.continueOnSuccessWith { $0 + 1 }
///         source.set(result: 1)
///         print(next)
///     }
/// }
/// ```
///
/// - Parameter body: The code. Called on the caller's thread.
/// - Returns: What the code returns.
/// - Throws: What the code throws; ``PendingTasksError`` if it leaves tasks pending.
@discardableResult
public func expectNothingPending<Result>(_ body: () throws -> Result) throws -> Result {
    let scope = TrackedScope()
    defer { scope.end() }
    let result = try scope.run(body)
    let snapshot = scope.snapshot()
    if !snapshot.tasks.isEmpty { throw PendingTasksError(snapshot: snapshot) }
    return result
}

/// Runs asynchronous code, and throws if a task that it created is still pending.
///
/// ```swift
/// func check() async throws {
///     try await expectNothingPending(within: .seconds(60)) {
///         try await BoltsTask.withDelay(.milliseconds(1)).value
///     }
/// }
/// ```
///
/// - Parameters:
///   - limit: How long tasks may take after the code has returned. With zero, no task may be pending when the code returns.
///   - body: The code. Called on the caller's executor.
/// - Returns: What the code returns.
/// - Throws: What the code throws; ``PendingTasksError`` if it leaves tasks pending; `CancellationError` if the caller is
///   cancelled while it waits for the remaining tasks.
@discardableResult
public func expectNothingPending<Result>(
    within limit: Duration = .zero,
    _ body: () async throws -> Result
) async throws -> Result {
    let scope = TrackedScope()
    defer { scope.end() }
    let result = try await scope.runAsync(body)
    let deadline = ContinuousClock.now + limit
    var snapshot = scope.snapshot()
    while !snapshot.tasks.isEmpty {
        guard ContinuousClock.now < deadline else { throw PendingTasksError(snapshot: snapshot) }
        try await Task.sleep(for: .milliseconds(1))
        snapshot = scope.snapshot()
    }
    return result
}
