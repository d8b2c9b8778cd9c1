internal import CBoltsTasks

extension BoltsTask {
    /// Limits the time to wait for this task; the task itself continues after the limit.
    ///
    /// To cancel work that takes too long, start it with the static method of the same name.
    ///
    /// ```swift
    /// func soon(_ task: BoltsTask<Int>) -> BoltsTask<Int> { task.timeout(after: .seconds(2)) }
    /// ```
    ///
    /// - Parameters:
    ///   - duration: The time from now.
    ///   - clock: The clock that measures the time.
    ///   - cancellationToken: Cancels the result immediately; this task continues and releases the result.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task with this task's outcome, or that fails with ``TaskTimeoutError`` after the limit. This task continues in
    ///   either case. The timer is freed when the result completes.
    public final func timeout(
        after duration: Duration,
        clock: some Clock<Duration> = ContinuousClock(),
        cancellationToken: CancellationToken = .none,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Success> {
        let place = SourceLocation(file, line, function)
        return limited(to: duration, clock, cancellationToken, place, .failure(TaskTimeoutError(duration: duration)))
    }

    /// Limits the time to wait for this task, and uses a fallback as the result after the limit.
    ///
    /// Only the limit produces the fallback: if this task fails, even with a ``TaskTimeoutError``, or is cancelled, so is
    /// the result.
    ///
    /// ```swift
    /// func suggestions(_ search: BoltsTask<[String]>) -> BoltsTask<[String]> {
    ///     search.timeout(after: .milliseconds(300), fallback: [])
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - duration: The time from now.
    ///   - clock: The clock that measures the time.
    ///   - fallback: The result after the limit.
    ///   - cancellationToken: Cancels the result immediately; this task continues and releases the result.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task with this task's outcome, or that succeeds with `fallback` after the limit. This task continues in
    ///   either case. The timer is freed when the result completes.
    public final func timeout(
        after duration: Duration,
        clock: some Clock<Duration> = ContinuousClock(),
        fallback: Success,
        cancellationToken: CancellationToken = .none,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Success> {
        let place = SourceLocation(file, line, function)
        return limited(to: duration, clock, cancellationToken, place, .success(fallback))
    }

    private final func limited(
        to duration: Duration,
        _ clock: some Clock<Duration>,
        _ cancellationToken: CancellationToken,
        _ place: SourceLocation,
        _ lateOutcome: Result<Success, any Error>
    ) -> BoltsTask<Success> {
        if cancellationToken.isCancellationRequested { return .cancelled() }
        if isCompleted { return self }
        let source = TaskCompletionSource<Success>(.timeout, place)
        if bolts_diagnostics_enabled() { DiagnosticRegistry.record(source.task, waitsFor: [self]) }
        let wait = CancellableWaiter<Success> { task in
            // A task may end because of the cancellation before the result is cancelled.
            if cancellationToken.isCancellationRequested {
                source.tryCancel()
            } else if let outcome = task.outcome {
                source.trySet(outcome)
            }
        }
        let timer = Task {
            guard (try? await clock.sleep(for: duration.forTimer)) != nil else { return }
            wait.cancelWait()
            source.trySet(lateOutcome)
        }
        let registration = cancellationToken.register {
            wait.cancelWait()
            source.tryCancel()
        }
        source.task.onCompletion {
            timer.cancel()
            registration.dispose()
        }
        attachCancellable(wait)
        return source.task
    }

    /// Starts work, and cancels it if it takes too long.
    ///
    /// ```swift
    /// func page(_ load: @escaping @Sendable (CancellationToken) -> BoltsTask<String>) -> BoltsTask<String> {
    ///     BoltsTask.timeout(after: .seconds(2)) { token in load(token) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - duration: The time from now.
    ///   - clock: The clock that measures the time.
    ///   - cancellationToken: Cancels the result and the work's token immediately, even if the closure cancels it and then
    ///     throws an error or returns a completed task.
    ///   - work: Starts the work, before this method returns. Its token is cancelled after the limit, when `cancellationToken`
    ///     is cancelled, or when the work fails.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task with the outcome of the returned task, or that fails with ``TaskTimeoutError`` after the limit.
    public static func timeout(
        after duration: Duration,
        clock: some Clock<Duration> = ContinuousClock(),
        cancellationToken: CancellationToken = .none,
        work: (_ token: CancellationToken) throws -> BoltsTask<Success>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Success> {
        if cancellationToken.isCancellationRequested { return .cancelled() }
        let own = AttemptToken(linkedTo: cancellationToken)
        do {
            let task = try work(own.token)
            let limited = task.timeout(
                after: duration,
                clock: clock,
                cancellationToken: cancellationToken,
                file: file,
                line: line,
                function: function
            )
            own.end(with: limited)
            return limited
        } catch {
            own.cancel(error)
            // As with a failed task, the cancellation may have made the work fail.
            return BoltsTask(error: cancellationToken.isCancellationRequested ? CancellationError() : error)
        }
    }

    /// Runs asynchronous work, and cancels it if it takes too long.
    ///
    /// ```swift
    /// func page(_ load: @escaping @Sendable () async throws -> String) -> BoltsTask<String> {
    ///     BoltsTask.timeout(after: .seconds(2)) { token in try await load() }
    /// }
    /// ```
    ///
    /// The work runs in its own Swift task, which is cancelled after the limit.
    ///
    /// - Parameters:
    ///   - duration: The time from now.
    ///   - clock: The clock that measures the time.
    ///   - cancellationToken: Cancels the result and the work immediately.
    ///   - work: The work. Its token is cancelled together with its Swift task.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task with the outcome of the work, or that fails with ``TaskTimeoutError`` after the limit.
    public static func timeout(
        after duration: Duration,
        clock: some Clock<Duration> = ContinuousClock(),
        cancellationToken: CancellationToken = .none,
        @_inheritActorContext(always) work:
            @escaping @Sendable @isolated(any) (_ token: CancellationToken) async throws -> Success,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Success> {
        timeout(
            after: duration,
            clock: clock,
            cancellationToken: cancellationToken,
            work: { token in
                BoltsTask(
                    cancellationToken: token,
                    { try await work(token) },
                    file: file,
                    line: line,
                    function: function
                )
            },
            file: file,
            line: line,
            function: function
        )
    }
}
