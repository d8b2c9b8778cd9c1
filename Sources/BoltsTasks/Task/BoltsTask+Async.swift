internal import CBoltsTasks

extension BoltsTask {
    // MARK: From async code to a task

    /// Starts asynchronous work.
    ///
    /// The work runs in a new Swift task: on the actor in whose code it is written, like the work of `Task { … }`, otherwise on
    /// the global executor. Cancelling the token cancels that Swift task; the outcome is then what the work returns or throws.
    /// A `CancellationError` that it throws cancels the result.
    ///
    /// ```swift
    /// func double(_ number: BoltsTask<Int>, _ token: CancellationToken) -> BoltsTask<Int> {
    ///     BoltsTask(cancellationToken: token) { try await number.value * 2 }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - priority: The priority of the Swift task.
    ///   - cancellationToken: Cancels the Swift task.
    ///   - work: The work. What it returns or throws is the outcome.
    ///   - file: The file that ``TaskDiagnostics`` shows; a wrapper passes its own caller's.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line.
    public convenience init(
        priority: TaskPriority? = nil,
        cancellationToken: CancellationToken = .none,
        @_inheritActorContext(always) _ work: @escaping @Sendable @isolated(any) () async throws -> Success,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) {
        self.init(pending: ())
        if bolts_diagnostics_enabled() {
            DiagnosticRegistry.record(self, .asyncWork, SourceLocation(file, line, function))
        }
        let running = Task<Void, Never>(priority: priority) { [self] in
            if bolts_diagnostics_enabled() { DiagnosticRegistry.recordBody(of: self, SwiftTaskIdentity.current) }
            do {
                let result = try await work()
                assert(NestedTaskWarning.check(result, of: self))
                write(result: result)
            } catch {
                write(error: error)
            }
            finish()
        }
        guard cancellationToken.storage != nil else { return }
        let registration = cancellationToken.register { running.cancel() }
        // A weak reference, so that a token that outlives the work does not retain it.
        onCompletion { registration.dispose() }
    }

    // MARK: From a task to async code

    /// Waits for the task and returns its result.
    ///
    /// A completed task is read without suspension. Cancelling the Swift task that waits ends only this wait, with
    /// `CancellationError`; the task itself continues, because others may wait for it.
    ///
    /// ```swift
    /// func total(_ parts: [BoltsTask<Int>]) async throws -> Int {
    ///     var sum = 0
    ///     for part in parts { sum += try await part.value }
    ///     return sum
    /// }
    /// ```
    ///
    /// - Throws: The error of a task that failed; `CancellationError` if the task or the wait was cancelled.
    @inlinable
    public final var value: Success {
        get async throws {
            // The fast path: a task that has succeeded.
            if isDone, status == .success { return success }
            return try await readOrWait()
        }
    }

    @usableFromInline @inline(never)
    final func readOrWait() async throws -> Success {
        let task = typedResolved
        guard task.isDone else { return try await waitForValue() }
        if task.status == .success { return task.success }
        throw task.observedFailure
    }

    private final func waitForValue() async throws -> Success {
        let waiter = AwaitNode<Success>()
        if bolts_diagnostics_enabled() { DiagnosticRegistry.record(suspendedTask: waiter, waitsFor: self) }
        defer { if bolts_diagnostics_enabled() { DiagnosticRegistry.recordEnd(of: waiter) } }
        await withTaskCancellationHandler {
            unsafe await withUnsafeContinuation { unsafe waiter.wait(for: self, $0) }
        } onCancel: {
            waiter.cancelWait()
        }
        return try waiter.outcome(of: self)
    }
}
