public import BoltsTasks
public import Foundation

extension BoltsTask {
    /// Runs work that reports its progress to a `Progress`, which can also cancel it.
    ///
    /// ```swift
    /// func load(_ names: [String], progress: Progress) -> BoltsTask<Int> {
    ///     progress.totalUnitCount = Int64(names.count)
    ///     return BoltsTask.withProgress(progress) { progress, token in
    ///         BoltsTask(cancellationToken: token) {
    ///             for name in names {
    ///                 try await fetch(name)
    ///                 progress.completedUnitCount += 1
    ///             }
    ///             return names.count
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// Cancelling the progress, or one of its parents, cancels the work's token and, immediately, the result.
    /// `cancellationToken` does the same, and cancels the progress as well. If the work succeeds, the progress is set
    /// to its total count before any continuation of the result runs. If the work fails or is cancelled, the count does
    /// not change. See `Progress.makeCancellationToken()` for the cancellation handler that this sets.
    ///
    /// - Parameters:
    ///   - progress: The progress that the work reports to, and that cancels the work.
    ///   - cancellationToken: Cancels the work, the result and the progress.
    ///   - work: Starts the work. Called on this thread before this method returns, unless the progress or the token is
    ///     cancelled already. The work must use the token passed to it, which is cancelled in both ways. If it updates the
    ///     progress from several threads, it must synchronize that itself.
    ///   - file: The file that `TaskDiagnostics` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task with the outcome of the returned task.
    public static func withProgress(
        _ progress: Progress,
        cancellationToken: CancellationToken = .none,
        @_inheritActorContext(always) work:
            @escaping @Sendable @isolated(any) (_ progress: Progress, _ token: CancellationToken) throws ->
            BoltsTask<Success>,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Success> {
        let isolation = work.isolation
        typealias Work = @Sendable (Progress, CancellationToken) throws -> BoltsTask<Success>
        // The closure is also called through the nonisolated type, as `BoltsTask+Then.swift` explains, so the isolation is
        // passed separately.
        let work = unsafe unsafeBitCast(work, to: Work.self)
        let source = CancellationTokenSource(linkedTo: cancellationToken)
        let link = ProgressLink(source)
        let token = source.token
        progress.isCancellable = true
        progress.addCancellationHandler { link.cancel() }
        // The progress is registered before the result, so that code that sees the result cancelled also sees the progress
        // cancelled.
        token.register { if !progress.isCancelled { progress.cancel() } }
        return BoltsTask<Void>(result: ())
            .continueWithTask(.immediate, cancellationToken: token) { _ in
                try BoltsTask.calling(on: isolation) { try work(progress, token) }
            }
            .continueWithTask(
                .immediate,
                continuation: { task in
                    link.unlink()
                    if case .success = task.outcome { progress.complete() }
                    return task
                },
                file: file,
                line: line,
                function: function
            )
    }

    /// Runs `async` work that reports its progress to a `Progress`, which can also cancel it.
    ///
    /// ```swift
    /// func load(_ names: [String], progress: Progress) -> BoltsTask<Int> {
    ///     progress.totalUnitCount = Int64(names.count)
    ///     return BoltsTask.withProgress(progress) { progress, token in
    ///         for name in names {
    ///             try await fetch(name)
    ///             progress.completedUnitCount += 1
    ///         }
    ///         return names.count
    ///     }
    /// }
    /// ```
    ///
    /// The work runs in its own Swift task, which is cancelled with the progress or the token. From `async` code,
    /// `withCancellationToken` provides a token that carries the caller's cancellation:
    ///
    /// ```swift
    /// func load(_ names: [String], progress: Progress) async throws -> Int {
    ///     try await withCancellationToken { token in
    ///         BoltsTask.withProgress(progress, cancellationToken: token) { progress, _ in
    ///             for name in names { try await fetch(name) }
    ///             return names.count
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - progress: The progress that the work reports to, and that cancels the work.
    ///   - cancellationToken: Cancels the work, the result and the progress.
    ///   - work: The work. It gets a token that is cancelled in both ways.
    ///   - file: The file that `TaskDiagnostics` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: A task with the outcome of the work.
    public static func withProgress(
        _ progress: Progress,
        cancellationToken: CancellationToken = .none,
        @_inheritActorContext(always) work:
            @escaping @Sendable @isolated(any) (_ progress: Progress, _ token: CancellationToken) async throws ->
            Success,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Success> {
        withProgress(
            progress,
            cancellationToken: cancellationToken,
            work: { progress, token in
                BoltsTask(
                    cancellationToken: token,
                    { try await work(progress, token) },
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
