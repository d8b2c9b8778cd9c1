extension BoltsTask {
    /// Repeats an operation until it succeeds or a policy says to stop.
    ///
    /// ```swift
    /// func page(_ load: @escaping @Sendable (CancellationToken) -> BoltsTask<String>) -> BoltsTask<String> {
    ///     BoltsTask.retry(TaskRetryPolicy(attempts: 4)) { attempt, token in load(token) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - policy: How often, after which delays and for which errors to try again.
    ///   - clock: The clock that measures the delays.
    ///   - cancellationToken: Cancels the result, the delay and the running attempt's token immediately.
    ///   - attempt: Starts an attempt. Called with its number, from 1, and its own token, which is cancelled when the attempt
    ///     is abandoned or has failed.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task with the outcome of the last attempt.
    public static func retry(
        _ policy: TaskRetryPolicy = TaskRetryPolicy(),
        clock: some Clock<Duration> = ContinuousClock(),
        cancellationToken: CancellationToken = .none,
        @_inheritActorContext(always) attempt:
            @escaping @Sendable @isolated(any) (_ number: Int, _ token: CancellationToken) throws ->
            BoltsTask<Success>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Success> {
        let isolation = attempt.isolation
        typealias Attempt = @Sendable (Int, CancellationToken) throws -> BoltsTask<Success>
        // The closure is also called through the nonisolated type, as `BoltsTask+Then.swift` explains, so the isolation is
        // passed separately.
        let attempt = unsafe unsafeBitCast(attempt, to: Attempt.self)
        @Sendable func start(_ number: Int) throws -> BoltsTask<Success> {
            let own = AttemptToken(linkedTo: cancellationToken)
            do {
                let task = try BoltsTask.calling(on: isolation) { try attempt(number, own.token) }
                own.end(with: task)
                return task
            } catch {
                own.cancel(error)
                throw error
            }
        }
        @Sendable func tryOnce(_ number: Int) -> BoltsTask<Success> {
            // The token is passed so that an abandoned attempt that never completes does not retain the closures.
            BoltsTask<Void>(result: ())
                .continueOnSuccessWithTask(cancellationToken: cancellationToken) { try start(number) }
                .continueWithTask(cancellationToken: cancellationToken) { task in
                    // An attempt may end because of the cancellation before the result is cancelled.
                    try cancellationToken.throwIfCancellationRequested()
                    guard let error = task.error else { return task }
                    guard number < policy.attempts, policy.isRetryable(error) else { throw error }
                    let delay = policy.delay(afterAttempt: number, chance: .random(in: 0..<1))
                    return BoltsTask<Void>.withDelay(delay, clock: clock, cancellationToken: cancellationToken)
                        .continueOnSuccessWithTask(cancellationToken: cancellationToken) { tryOnce(number + 1) }
                }
        }
        return started(
            as: .retry,
            cancellationToken: cancellationToken,
            file: file,
            line: line,
            function: function,
            start: { tryOnce(1) }
        )
    }

    /// Repeats an operation until it succeeds or a policy says to stop.
    ///
    /// - Parameters:
    ///   - policy: How often, after which delays and for which errors to try again.
    ///   - clock: The clock that measures the delays.
    ///   - cancellationToken: Cancels the result and the delay immediately; a running attempt continues.
    ///   - attempt: Starts an attempt. Called with its number, from 1.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task with the outcome of the last attempt.
    public static func retry(
        _ policy: TaskRetryPolicy = TaskRetryPolicy(),
        clock: some Clock<Duration> = ContinuousClock(),
        cancellationToken: CancellationToken = .none,
        @_inheritActorContext(always) attempt:
            @escaping @Sendable @isolated(any) (_ number: Int) throws -> BoltsTask<Success>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Success> {
        let isolation = attempt.isolation
        // The closure is also called through the nonisolated type, as `BoltsTask+Then.swift` explains, so the isolation is
        // passed separately.
        let attempt = unsafe unsafeBitCast(attempt, to: (@Sendable (Int) throws -> BoltsTask<Success>).self)
        return retry(
            policy,
            clock: clock,
            cancellationToken: cancellationToken,
            attempt: { number, _ in try BoltsTask.calling(on: isolation) { try attempt(number) } },
            file: file,
            line: line,
            function: function
        )
    }

    /// Repeats an asynchronous operation until it succeeds or a policy says to stop.
    ///
    /// ```swift
    /// func page(_ load: @escaping @Sendable () async throws -> String) -> BoltsTask<String> {
    ///     BoltsTask.retry(TaskRetryPolicy(attempts: 4)) { attempt, token in try await load() }
    /// }
    /// ```
    ///
    /// Each attempt runs in its own Swift task, which is cancelled when the attempt is abandoned.
    ///
    /// - Parameters:
    ///   - policy: How often, after which delays and for which errors to try again.
    ///   - clock: The clock that measures the delays.
    ///   - cancellationToken: Cancels the result, the delay and the running attempt immediately.
    ///   - attempt: An attempt. Called with its number, from 1, and a token that is cancelled with the attempt.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task with the outcome of the last attempt.
    public static func retry(
        _ policy: TaskRetryPolicy = TaskRetryPolicy(),
        clock: some Clock<Duration> = ContinuousClock(),
        cancellationToken: CancellationToken = .none,
        @_inheritActorContext(always) attempt:
            @escaping @Sendable @isolated(any) (_ number: Int, _ token: CancellationToken) async throws -> Success,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Success> {
        retry(
            policy,
            clock: clock,
            cancellationToken: cancellationToken,
            attempt: { number, token in
                BoltsTask(
                    cancellationToken: token,
                    { try await attempt(number, token) },
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

    // MARK: Without parameters

    /// Unavailable: use a closure that takes the attempt's number and a token, so that an abandoned attempt can end.
    @available(
        *,
        unavailable,
        message: "write 'retry { attempt, token in … }': the token ends an attempt that is given up"
    )
    public static func retry(
        _ policy: TaskRetryPolicy = TaskRetryPolicy(),
        cancellationToken: CancellationToken = .none,
        attempt: () throws -> BoltsTask<Success>
    ) -> BoltsTask<Success> {
        fatalError("unavailable")
    }

    /// Unavailable: use a closure that takes the attempt's number and a token, so that an abandoned attempt can end.
    @available(
        *,
        unavailable,
        message: "write 'retry { attempt, token in … }': the token ends an attempt that is given up"
    )
    public static func retry(
        _ policy: TaskRetryPolicy = TaskRetryPolicy(),
        cancellationToken: CancellationToken = .none,
        attempt: () async throws -> Success
    ) -> BoltsTask<Success> {
        fatalError("unavailable")
    }
}
