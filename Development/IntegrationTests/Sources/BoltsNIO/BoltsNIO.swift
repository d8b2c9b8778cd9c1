public import BoltsTasks
public import NIOCore

// Converts between tasks and SwiftNIO's futures. It uses only public API of both: copy this file into a project that
// uses both.

// MARK: From a future to a task

extension EventLoopFuture where Value: Sendable {
    /// A task that completes with this future.
    ///
    /// ```swift
    /// func length(_ body: EventLoopFuture<String>) -> BoltsTask<Int> {
    ///     body.task().continueOnSuccessWith { $0.utf8.count }
    /// }
    /// ```
    ///
    /// The task completes on the future's event loop, where its continuations run unless they specify an executor. Like
    /// the future's own callbacks, they must not block. `CancellationError` and `EventLoopError.cancelled` cancel the
    /// task.
    ///
    /// - Parameter cancellationToken: Cancels the task immediately, on the thread that cancels. The future continues,
    ///   because NIO cannot cancel it; see `Scheduled.task(cancellationToken:)` for work that can be cancelled.
    /// - Returns: The task.
    public func task(cancellationToken: CancellationToken = .none) -> BoltsTask<Value> {
        if cancellationToken.isCancellationRequested { return .cancelled() }
        let source = TaskCompletionSource<Value>()
        let registration = cancellationToken.register { source.tryCancel() }
        whenComplete { result in
            registration.dispose()
            switch result {
            case .success(let value): source.trySet(result: value)
            case .failure(EventLoopError.cancelled): source.tryCancel()
            case .failure(let error): source.trySet(error: error)
            }
        }
        return source.task
    }
}

extension Scheduled where T: Sendable {
    /// A task that completes with this scheduled work.
    ///
    /// ```swift
    /// func poll(_ loop: any EventLoop, _ token: CancellationToken) -> BoltsTask<Int> {
    ///     loop.scheduleTask(in: .seconds(5)) { 1 }.task(cancellationToken: token)
    /// }
    /// ```
    ///
    /// - Parameter cancellationToken: Cancels the task immediately, and the scheduled work unless it has started.
    /// - Returns: The task, completed on the event loop; cancelled when the work is.
    public func task(cancellationToken: CancellationToken = .none) -> BoltsTask<T> {
        // Registered before the task's own registration; removed when the task completes.
        let registration = cancellationToken.register { cancel() }
        let task = futureResult.task(cancellationToken: cancellationToken)
        task.continueWith(.immediate) { _ in registration.dispose() }
        return task
    }
}

// MARK: From a task to a future

extension BoltsTask {
    /// A future of an event loop that completes with this task.
    ///
    /// ```swift
    /// func answer(_ text: BoltsTask<String>, on loop: any EventLoop) -> EventLoopFuture<Int> {
    ///     text.future(on: loop).map { $0.count }
    /// }
    /// ```
    ///
    /// The future completes on its event loop, whichever thread completes the task. A cancelled task fails it with
    /// `CancellationError`, and an abandoned one with `AbandonedTaskError`, so no promise is ever leaked. While the
    /// task is pending, so is the future.
    ///
    /// - Parameters:
    ///   - eventLoop: The event loop. It must outlive the task: NIO cannot complete a future of a loop that was shut
    ///     down.
    ///   - cancellationToken: Fails the future immediately with `CancellationError`; the task continues.
    /// - Returns: The future.
    public final func future(
        on eventLoop: any EventLoop,
        cancellationToken: CancellationToken = .none
    ) -> EventLoopFuture<Success> {
        let promise = eventLoop.makePromise(of: Success.self)
        // Two continuations: the first completes even if its closure never runs, so the second always runs.
        continueWithTask(.immediate, cancellationToken: cancellationToken) { $0 }
            .continueWith(.immediate) { task in
                if let outcome = task.outcome { promise.completeWith(outcome) }
            }
        return promise.futureResult
    }
}

// MARK: Executors

extension BoltsExecutor {
    /// Runs continuations on an event loop, asynchronously even if the caller is on that loop.
    ///
    /// ```swift
    /// func write(_ line: BoltsTask<String>, to channel: any Channel) -> BoltsTask<Void> {
    ///     line.continueOnSuccessWithTask(.eventLoop(channel.eventLoop)) { line in
    ///         channel.writeAndFlush(ByteBuffer(string: line)).task()
    ///     }
    /// }
    /// ```
    ///
    /// - Parameter loop: The event loop. If it was shut down, NIO logs an error and drops the work, and the
    ///   continuation fails with `AbandonedTaskError`.
    /// - Returns: The executor.
    public static func eventLoop(_ loop: any EventLoop) -> BoltsExecutor {
        .custom(name: "eventLoop") { work in loop.execute(work) }
    }
}
