// The loops whose closures run on the actor in whose code they are written. `BoltsTask+Then.swift` explains how their closures
// are called.
extension BoltsTask where Success == Void {
    /// Repeats asynchronous work while a condition holds, in constant memory.
    ///
    /// Both closures run in the isolation in which they are written: in code of the main actor or of an actor they run on that
    /// actor, without a hop if the thread that completes a round is already on it. Elsewhere they run on the completing thread,
    /// as with ``BoltsExecutor/default``.
    ///
    /// ```swift
    /// func drain(_ isEmpty: @escaping @Sendable () -> Bool, _ send: @escaping @Sendable () -> BoltsTask<Void>)
    ///     -> BoltsTask<Void>
    /// {
    ///     BoltsTask.continueWhile { !isEmpty() } body: { send() }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - cancellationToken: Cancels the result immediately; no further round starts.
    ///   - predicate: Returns whether to run another round. An error that it throws fails the result.
    ///   - body: Starts one round. A round that fails or is cancelled ends the loop with that outcome.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task that completes when the loop ends.
    public static func continueWhile(
        cancellationToken: CancellationToken = .none,
        @_inheritActorContext(always) predicate: @escaping @Sendable @isolated(any) () throws -> Bool,
        @_inheritActorContext(always) body: @escaping @Sendable @isolated(any) () throws -> BoltsTask<Void>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Void> {
        let (isolation, bodyIsolation) = (predicate.isolation, body.isolation)
        let start = unsafe unsafeBitCast(body, to: (@Sendable () throws -> BoltsTask<Void>).self)
        return repeating(
            BoltsExecutor(isolation: isolation ?? bodyIsolation),
            cancellationToken: cancellationToken,
            predicate: unsafe unsafeBitCast(predicate, to: (@Sendable () throws -> Bool).self),
            body: round(in: isolation, bodyIsolation, start),
            file: file,
            line: line,
            function: function
        )
    }

    /// Repeats asynchronous work while a condition holds, in constant memory.
    ///
    /// Both closures run in the isolation in which they are written: in code of the main actor or of an actor they run on that
    /// actor, without a hop if the thread that completes a round is already on it. Elsewhere they run on the completing thread,
    /// as with ``BoltsExecutor/default``.
    ///
    /// ```swift
    /// func drain(
    ///     _ isEmpty: @escaping @Sendable () -> Bool,
    ///     _ send: @escaping @Sendable (CancellationToken) -> BoltsTask<Void>,
    ///     _ token: CancellationToken
    /// ) -> BoltsTask<Void> {
    ///     BoltsTask.continueWhile(cancellationToken: token) { !isEmpty() } body: { token in send(token) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - cancellationToken: Cancels the result and the token of the running round immediately; no further round starts.
    ///   - predicate: Returns whether to run another round. An error that it throws fails the result.
    ///   - body: Starts one round, called with `cancellationToken`. A round that fails or is cancelled ends the loop with
    ///     that outcome.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task that completes when the loop ends.
    public static func continueWhile(
        cancellationToken: CancellationToken = .none,
        @_inheritActorContext(always) predicate: @escaping @Sendable @isolated(any) () throws -> Bool,
        @_inheritActorContext(always) body:
            @escaping @Sendable @isolated(any) (_ token: CancellationToken) throws -> BoltsTask<Void>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Void> {
        let (isolation, bodyIsolation) = (predicate.isolation, body.isolation)
        typealias Body = @Sendable (CancellationToken) throws -> BoltsTask<Void>
        let start = unsafe unsafeBitCast(body, to: Body.self)
        return repeating(
            BoltsExecutor(isolation: isolation ?? bodyIsolation),
            cancellationToken: cancellationToken,
            predicate: unsafe unsafeBitCast(predicate, to: (@Sendable () throws -> Bool).self),
            body: round(in: isolation, bodyIsolation, { try start(cancellationToken) }),
            file: file,
            line: line,
            function: function
        )
    }

    /// Repeats asynchronous work while a condition holds, in constant memory.
    ///
    /// Both closures run in the isolation in which they are written: in code of the main actor or of an actor they run on that
    /// actor.
    ///
    /// ```swift
    /// func drain(_ isEmpty: @escaping @Sendable () -> Bool, _ send: @escaping @Sendable () async throws -> Void)
    ///     -> BoltsTask<Void>
    /// {
    ///     BoltsTask.continueWhile { !isEmpty() } body: { token in try await send() }
    /// }
    /// ```
    ///
    /// Each round runs in a Swift task of its own, which is cancelled with `cancellationToken`.
    ///
    /// - Parameters:
    ///   - cancellationToken: Cancels the result and the running round immediately; no further round starts.
    ///   - predicate: Returns whether to run another round. An error that it throws fails the result.
    ///   - body: One round, called with `cancellationToken`. A round that fails or is cancelled ends the loop.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task that completes when the loop ends.
    public static func continueWhile(
        cancellationToken: CancellationToken = .none,
        @_inheritActorContext(always) predicate: @escaping @Sendable @isolated(any) () throws -> Bool,
        @_inheritActorContext(always) body:
            @escaping @Sendable @isolated(any) (_ token: CancellationToken) async throws -> Void,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Void> {
        // The Swift task of a round reaches the actor of `body` by itself.
        repeating(
            BoltsExecutor(isolation: predicate.isolation ?? body.isolation),
            cancellationToken: cancellationToken,
            predicate: unsafe unsafeBitCast(predicate, to: (@Sendable () throws -> Bool).self),
            body: {
                BoltsTask(
                    cancellationToken: cancellationToken,
                    { try await body(cancellationToken) },
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

    /// Starts a round of a loop that runs where its condition is written; its work is usually written there, too, or is not
    /// isolated.
    private static func round(
        in isolation: (any Actor)?,
        _ bodyIsolation: (any Actor)?,
        _ start: @escaping @Sendable () throws -> BoltsTask<Void>
    ) -> @Sendable () throws -> BoltsTask<Void> {
        guard let isolation, let bodyIsolation, isolation !== bodyIsolation else { return start }
        return { try BoltsTask.calling(on: bodyIsolation, start) }
    }
}
