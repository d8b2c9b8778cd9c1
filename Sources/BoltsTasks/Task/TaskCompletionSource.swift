public import CBoltsTasks

/// Creates a task and completes it.
///
/// ```swift
/// func load(_ start: (@escaping @Sendable (Result<String, any Error>) -> Void) -> Void) -> BoltsTask<String> {
///     let source = TaskCompletionSource<String>()
///     start { result in source.trySet(result) }
///     return source.task
/// }
/// ```
///
/// The first completion wins. Calling a `set…` method on a completed task stops the program with a message that names both
/// calls; a `trySet…` method returns whether it completed the task. The message takes each call's place from its `file` and
/// `line` arguments; omit them to use the caller's. A source that is released before it has completed its task fails the task
/// with ``AbandonedTaskError``.
@_fixed_layout public final class TaskCompletionSource<Success: Sendable>: Sendable {
    /// The task that this source completes.
    public let task: BoltsTask<Success>

    @usableFromInline let file: StaticString
    @usableFromInline let line: UInt
    @usableFromInline let completion = AtomicSourceLocation()

    /// Creates a source and its task.
    ///
    /// - Parameters:
    ///   - file: The file that ``AbandonedTaskError`` names.
    ///   - line: The line in that file.
    ///   - function: The function around that line, which ``TaskDiagnostics`` shows.
    @inlinable @inline(__always)
    public init(file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function) {
        // The initializer is always inlined, so that the compiler can keep a source on the stack even in long functions.
        task = BoltsTask(pending: ())
        self.file = file
        self.line = line
        if bolts_diagnostics_enabled() {
            DiagnosticRegistry.record(task, .source, SourceLocation(file, line, function))
        }
    }

    /// A source that the library itself uses, whose task is a delay or a combinator's result.
    init(_ kind: TaskKind, _ place: SourceLocation) {
        task = BoltsTask(pending: ())
        file = place.file
        line = place.line
        if bolts_diagnostics_enabled() { DiagnosticRegistry.record(task, kind, place) }
    }

    @inlinable
    deinit {
        if !task.isDone { abandon() }
    }

    @usableFromInline @inline(never)
    func abandon() {
        guard task.claim() else { return }
        task.write(error: AbandonedTaskError(.sourceReleased(file: "\(file)", line: line)))
        if task.flags.contains(.tracked) { DiagnosticRegistry.recordAbandonment(task) }
        task.finish()
    }

    // MARK: Completing a pending task

    /// Completes the task with a result.
    ///
    /// Its continuations run on this thread unless they specify an executor. Stops the program if the task is complete.
    @inlinable
    public func set(result: Success, file: StaticString = #fileID, line: UInt = #line) {
        if !trySet(result: result, file: file, line: line) {
            Self.stop("set(result:)", file, line, task, completion.raw)
        }
    }

    /// Completes the task with an error; `CancellationError` cancels it.
    @inlinable
    public func set(error: any Error, file: StaticString = #fileID, line: UInt = #line) {
        if !trySet(error: error, file: file, line: line) {
            Self.stop("set(error:)", file, line, task, completion.raw)
        }
    }

    /// Completes the task with a result or an error; `CancellationError` cancels it.
    @inlinable
    public func set(_ result: Result<Success, any Error>, file: StaticString = #fileID, line: UInt = #line) {
        if !trySet(result, file: file, line: line) { Self.stop("set(_:)", file, line, task, completion.raw) }
    }

    /// Cancels the task.
    @inlinable
    public func cancel(file: StaticString = #fileID, line: UInt = #line) {
        if !tryCancel(file: file, line: line) { Self.stop("cancel()", file, line, task, completion.raw) }
    }

    // MARK: Completing a task that may be complete

    /// Completes the task with a result, unless it is complete.
    ///
    /// - Returns: Whether this call completed it.
    @inlinable @inline(__always)  // Then the place in the source is a constant, of which nothing need be passed on.
    @discardableResult
    public func trySet(result: Success, file: StaticString = #fileID, line: UInt = #line) -> Bool {
        guard task.claim() else { return false }
        completion.write(file, line)
        task.write(result: result)
        task.finish()
        return true
    }

    /// Completes the task with an error, unless it is complete; `CancellationError` cancels it.
    ///
    /// - Returns: Whether this call completed it.
    @inlinable
    @discardableResult
    public func trySet(error: any Error, file: StaticString = #fileID, line: UInt = #line) -> Bool {
        guard task.claim() else { return false }
        completion.write(file, line)
        task.write(error: error)
        task.finish()
        return true
    }

    /// Completes the task with a result or an error, unless it is complete; `CancellationError` cancels it.
    ///
    /// - Returns: Whether this call completed it.
    @inlinable
    @discardableResult
    public func trySet(
        _ result: Result<Success, any Error>,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> Bool {
        switch result {
        case .success(let result): trySet(result: result, file: file, line: line)
        case .failure(let error): trySet(error: error, file: file, line: line)
        }
    }

    /// Cancels the task, unless it is complete.
    ///
    /// - Returns: Whether this call cancelled it.
    @inlinable
    @discardableResult
    public func tryCancel(file: StaticString = #fileID, line: UInt = #line) -> Bool {
        trySet(error: CancellationError(), file: file, line: line)
    }

    // MARK: Completing with another task

    /// Completes the task with the outcome of another task, when that completes.
    ///
    /// If another call of this source or another task completes it first, the other task's outcome is ignored, and the other
    /// task releases this source. Continuations run on the thread that completes the other task unless they specify an
    /// executor.
    ///
    /// ```swift
    /// final class Session: Sendable {
    ///     private let opened = TaskCompletionSource<String>()
    ///     var greeting: BoltsTask<String> { opened.task }
    ///
    ///     func open(_ connect: () -> BoltsTask<String>) { opened.complete(with: connect()) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - other: The other task, which continues in any case. If it is the source's own task, the task fails with
    ///     ``TaskUsageError/completedWithItself``.
    ///   - file: The caller's file, for the message of a later `set…`.
    ///   - line: The line in that file.
    public func complete(with other: BoltsTask<Success>, file: StaticString = #fileID, line: UInt = #line) {
        if other.resolved === task.resolved {
            trySet(error: TaskUsageError.completedWithItself, file: file, line: line)
            return
        }
        if bolts_diagnostics_enabled() { DiagnosticRegistry.record(task, waitsFor: [other]) }
        let waiter = CancellableWaiter<Success> { other in
            if let outcome = other.outcome { self.trySet(outcome, file: file, line: line) }
        }
        task.onCompletion { waiter.cancelWait() }
        other.attachCancellable(waiter)
    }

    // The method is static, because a source that is passed as an argument cannot be allocated on the stack.
    @usableFromInline @inline(never)
    static func stop(
        _ call: StaticString,
        _ file: StaticString,
        _ line: UInt,
        _ task: BoltsTask<Success>,
        _ completion: RawSourceLocation
    ) -> Never {
        let first = completion.location.map { "at \($0.file):\($0.line)" } ?? "by another thread just now"
        fatalError(
            "\(call) at \(file):\(line) on a task that was completed \(first): \(task). "
                + "A task completes once; if several callers may complete it, use trySet."
        )
    }
}

extension TaskCompletionSource where Success == Void {
    /// Completes a task that has no result.
    @inlinable
    public func set(file: StaticString = #fileID, line: UInt = #line) {
        if !trySet(file: file, line: line) { Self.stop("set()", file, line, task, completion.raw) }
    }

    /// Completes a task that has no result, unless it is complete.
    ///
    /// - Returns: Whether this call completed it.
    @inlinable
    @discardableResult
    public func trySet(file: StaticString = #fileID, line: UInt = #line) -> Bool {
        trySet(result: (), file: file, line: line)
    }
}
