/// Starts a task from `async` code, waits for it, and cancels its work when the calling Swift task is cancelled.
///
/// Awaiting ``BoltsTask/value`` alone ends only the wait, because others may wait for the same task. Use this function
/// for work that is done for the caller only:
///
/// ```swift
/// func length(_ load: @Sendable (CancellationToken) -> BoltsTask<String>) async throws -> Int {
///     try await withCancellationToken { token in load(token) }.count
/// }
/// ```
///
/// - Parameter start: Starts the work. Called on the caller's executor, before the function suspends, with a token that is
///   cancelled when the calling Swift task is; a cancellation while `start` runs reaches the token after it returns.
/// - Returns: The result of the task.
/// - Throws: What `start` throws; the error of the task; `CancellationError` if the task or the caller was cancelled.
public func withCancellationToken<Success: Sendable>(
    _ start: (CancellationToken) throws -> BoltsTask<Success>
) async throws -> Success {
    let source = CancellationTokenSource()
    defer { source.dispose() }
    if Task.isCancelled { source.cancel() }
    // This is not in the closure below, because that closure leaves the caller's executor.
    let task = try start(source.token)
    return try await withTaskCancellationHandler {
        try await task.value
    } onCancel: {
        source.cancel()
    }
}
