public import BoltsTasks
public import NIOCore

// Tasks and SwiftNIO's futures, both ways. Everything here is written with public names of the two only: copy this file
// into a project that uses both.

// MARK: From a future to a task

extension EventLoopFuture where Value: Sendable {
    /// This future as a task.
    ///
    /// ```swift
    /// func length(_ body: EventLoopFuture<String>) -> BoltsTask<Int> {
    ///     body.task().continueOnSuccessWith { $0.utf8.count }
    /// }
    /// ```
    ///
    /// The task is completed on the future's event loop, where its continuations run unless they say otherwise: as with
    /// the future's own callbacks, they must not block. `CancellationError` and `EventLoopError.cancelled` cancel it.
    ///
    /// - Parameter cancellationToken: Cancels the task at once, on the thread that cancels. The future goes on, as NIO
    ///   has nothing to stop it with; see `Scheduled.task(cancellationToken:)` for what can be stopped.
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
    /// This scheduled work as a task.
    ///
    /// ```swift
    /// func poll(_ loop: any EventLoop, _ token: CancellationToken) -> BoltsTask<Int> {
    ///     loop.scheduleTask(in: .seconds(5)) { 1 }.task(cancellationToken: token)
    /// }
    /// ```
    ///
    /// - Parameter cancellationToken: Cancels the task at once, and the scheduled work unless it has started.
    /// - Returns: The task, completed on the event loop; cancelled when the work is.
    public func task(cancellationToken: CancellationToken = .none) -> BoltsTask<T> {
        // Registered before the task is: the end of that one takes this back.
        let registration = cancellationToken.register { cancel() }
        let task = futureResult.task(cancellationToken: cancellationToken)
        task.continueWith(.immediate) { _ in registration.dispose() }
        return task
    }
}

// MARK: From a task to a future

extension BoltsTask {
    /// This task as a future of an event loop.
    ///
    /// ```swift
    /// func answer(_ text: BoltsTask<String>, on loop: any EventLoop) -> EventLoopFuture<Int> {
    ///     text.future(on: loop).map { $0.count }
    /// }
    /// ```
    ///
    /// The future is completed on its event loop, whatever thread completes the task. A cancelled task fails it with
    /// `CancellationError`, and one that nobody can complete any more with `AbandonedTaskError`, so that no promise is
    /// ever leaked; a task that stays pending leaves the future so.
    ///
    /// - Parameters:
    ///   - eventLoop: The event loop. It must outlive the task: NIO cannot complete a future of a loop that is shut
    ///     down.
    ///   - cancellationToken: Fails the future at once with `CancellationError`, and leaves the task.
    /// - Returns: The future.
    public final func future(
        on eventLoop: any EventLoop,
        cancellationToken: CancellationToken = .none
    ) -> EventLoopFuture<Success> {
        let promise = eventLoop.makePromise(of: Success.self)
        // Two links: the first ends in any case, also where its closure never runs, and so the second runs always.
        continueWithTask(.immediate, cancellationToken: cancellationToken) { $0 }
            .continueWith(.immediate) { task in
                if let outcome = task.outcome { promise.completeWith(outcome) }
            }
        return promise.futureResult
    }
}

// MARK: Executors

extension BoltsExecutor {
    /// Runs continuations on an event loop, even when already there.
    ///
    /// ```swift
    /// func write(_ line: BoltsTask<String>, to channel: any Channel) -> BoltsTask<Void> {
    ///     line.continueOnSuccessWithTask(.eventLoop(channel.eventLoop)) { line in
    ///         channel.writeAndFlush(ByteBuffer(string: line)).task()
    ///     }
    /// }
    /// ```
    ///
    /// - Parameter loop: The event loop. NIO wants no more work for one that is shut down: it complains and drops it,
    ///   and the continuation fails with `AbandonedTaskError`.
    /// - Returns: The executor.
    public static func eventLoop(_ loop: any EventLoop) -> BoltsExecutor {
        .custom(name: "eventLoop") { work in loop.execute(work) }
    }
}
