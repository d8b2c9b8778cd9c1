internal import CBoltsTasks

extension BoltsTask {
    /// Runs a closure on an executor.
    ///
    /// ```swift
    /// let sum = BoltsTask(.queue(.global())) { (1...1_000).reduce(0, +) }
    /// ```
    ///
    /// - Parameters:
    ///   - executor: Where the closure runs. `.default` and `.immediate` run it before this call returns.
    ///   - cancellationToken: Cancels the result immediately, unless the closure has started.
    ///   - work: The work. What it returns or throws is the outcome.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    public convenience init(
        _ executor: BoltsExecutor,
        cancellationToken: CancellationToken = .none,
        _ work: @escaping @Sendable () throws -> Success,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) {
        self.init(pending: ())
        let place = SourceLocation(file, line, function)
        if bolts_diagnostics_enabled() { DiagnosticRegistry.record(self, .work, place) }
        let started = BoltsTask<Void>(result: ())
            .continueWith(executor, cancellationToken: cancellationToken) { _ in try work() }
        if bolts_diagnostics_enabled() { DiagnosticRegistry.record(self, waitsFor: [started]) }
        started.complete(self)
    }

    /// Runs a closure, before this call returns.
    ///
    /// The closure runs on this thread, in the isolation in which it is written.
    ///
    /// ```swift
    /// func number(_ text: String) -> BoltsTask<Int> {
    ///     BoltsTask { Int(text) ?? 0 }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - cancellationToken: If it is cancelled already, the closure does not run and the result is cancelled.
    ///   - work: The work. What it returns or throws is the outcome.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    public convenience init(
        cancellationToken: CancellationToken = .none,
        @_inheritActorContext(always) _ work: @escaping @Sendable @isolated(any) () throws -> Success,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) {
        // The closure is also called through the nonisolated type, as `BoltsTask+Then.swift` explains, so the isolation is
        // passed separately.
        unsafe self.init(
            BoltsExecutor(isolation: work.isolation),
            cancellationToken: cancellationToken,
            unsafeBitCast(work, to: (@Sendable () throws -> Success).self),
            file: file,
            line: line,
            function: function
        )
    }

    /// Calls a closure that starts work on the actor in whose code it is written.
    package static func calling(
        on isolation: (any Actor)?,
        _ start: @escaping @Sendable () throws -> BoltsTask<Success>
    ) throws -> BoltsTask<Success> {
        guard let isolation else { return try start() }
        return BoltsTask<Void>(result: ()).continueOnSuccessWithTask(BoltsExecutor(actor: isolation)) { try start() }
    }

    /// Completes another task with this task's outcome; nothing else completes that task.
    final func complete(_ other: BoltsTask<Success>) {
        continueWith(.immediate) { task in
            _ = other.adopt(task)
            other.finish()
        }
    }
}

extension BoltsTask where Success == Void {
    /// Creates a task that completes after a delay.
    ///
    /// ```swift
    /// func later(_ token: CancellationToken) -> BoltsTask<String> {
    ///     BoltsTask.withDelay(.milliseconds(200), cancellationToken: token).continueOnSuccessWith { "now" }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - delay: The time from now. Zero or less gives a completed task.
    ///   - clock: The clock that measures the delay.
    ///   - cancellationToken: Cancels the task immediately, and frees the timer.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    /// - Returns: The task. Its continuations run on Swift's global executor unless they specify another.
    public static func withDelay(
        _ delay: Duration,
        clock: some Clock<Duration> = ContinuousClock(),
        cancellationToken: CancellationToken = .none,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Void> {
        if cancellationToken.isCancellationRequested { return .cancelled() }
        if delay <= .zero { return BoltsTask(result: ()) }
        let source = TaskCompletionSource<Void>(.delay, SourceLocation(file, line, function))
        let timer = Task {
            do {
                try await clock.sleep(for: delay.forTimer)
                source.trySet(result: ())
            } catch {
                source.trySet(error: error)
            }
        }
        guard cancellationToken.storage != nil else { return source.task }
        let registration = cancellationToken.register {
            source.tryCancel()
            timer.cancel()
        }
        source.task.onCompletion { registration.dispose() }
        return source.task
    }
}
