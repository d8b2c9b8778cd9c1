public import CBoltsTasks

/// The result of work that may not have finished yet.
///
/// A task completes once, in one of three ways: it succeeds with a result, fails with an error, or is cancelled. A
/// continuation runs when the task completes, and is itself a new task, so that asynchronous code reads in the order it
/// runs:
///
/// ```swift
/// func title(of page: BoltsTask<String>) -> BoltsTask<Int> {
///     page
///         .continueOnSuccessWith { text in text.uppercased() }
///         .continueOnSuccessWithTask { title in BoltsTask(result: title.count) }
///         .continueOnErrorWith { (error: any Error) in 0 }
/// }
/// ```
///
/// Create a task with a ``TaskCompletionSource``, from a closure (``init(_:cancellationToken:_:file:line:function:)``), from `async` code
/// (``init(priority:cancellationToken:_:file:line:function:)``), or already completed (``init(result:)``). In `async` code, read it with
/// ``value``.
///
/// Continuations of a pending task start in the order in which they were added. A continuation that is added to a
/// completed task starts immediately, even if older continuations of that task have not started yet because one of them
/// is running.
///
/// A task may be used from any thread. Reading its state never blocks. Continuations run even if nothing retains the task.
@_fixed_layout public class BoltsTask<Success: Sendable>: _TaskStorage<_ResultSlot<Success?>>, @unchecked Sendable {
    @inlinable @inline(__always)
    init(
        state: UInt,
        status: TaskStatus,
        flags: NodeFlags,
        forwarding: Forwarding = .never,
        extra: AnyObject?,
        operation: @escaping Operation
    ) {
        super.init(
            slot: _ResultSlot(nil),
            state: state,
            status: status,
            flags: flags,
            forwarding: forwarding,
            extra: extra,
            operation: operation
        )
    }

    /// A pending task, which its creator completes.
    @inlinable @inline(__always)
    init(pending: Void) {
        super.init(slot: _ResultSlot(nil), state: 0, status: .pending, flags: [], extra: nil) { node, other, event in
            unsafe event == .adopt ? unsafeDowncast(node, to: BoltsTask<Success>.self).adopt(other) : false
        }
    }

    /// Creates a task that has already succeeded.
    ///
    /// - Parameter result: The result.
    @inlinable
    @_disfavoredOverload  // `BoltsTask { … }` must start work, not store the closure.
    public init(result: Success) {
        super.init(slot: _ResultSlot(result), state: TaskState.done, status: .success, flags: [], extra: nil) {
            _,
            _,
            _ in
            false
        }
    }

    /// Creates a task that has already failed.
    ///
    /// - Parameter error: The error. A `CancellationError` makes a cancelled task.
    @inlinable
    public init(error: any Error) {
        super.init(slot: _ResultSlot(nil), state: TaskState.done, status: .failure, flags: [], extra: nil) {
            _,
            _,
            _ in
            false
        }
        write(error: error)
    }

    /// Creates a task that has already been cancelled.
    ///
    /// - Returns: The cancelled task.
    @inlinable
    public static func cancelled() -> BoltsTask<Success> {
        BoltsTask(error: CancellationError())
    }

    // MARK: State

    /// Whether the task has completed, with any outcome.
    @inlinable
    public final var isCompleted: Bool { isDone || isForwarded && forwardingTarget().isDone }

    /// Whether the task has failed with an error.
    @inlinable
    public final var isFaulted: Bool {
        guard currentStatus == .failure else { return false }
        if bolts_diagnostics_enabled() { DiagnosticRegistry.recordObservation(resolved) }
        return true
    }

    /// Whether the task has been cancelled.
    @inlinable
    public final var isCancelled: Bool { currentStatus == .cancelled }

    /// The result, once the task has succeeded.
    @inlinable
    public final var result: Success? {
        // Reading the result here takes no reference to the forwarding target, which costs as much as completing does.
        if isDone { return stored }
        return isForwarded ? forwardedResult() : nil
    }

    /// The error, once the task has failed.
    ///
    /// A cancelled task has none.
    @inlinable
    public final var error: (any Error)? {
        let task = resolved
        guard task.isDone, let failure = task.failure else { return nil }
        if bolts_diagnostics_enabled() { DiagnosticRegistry.recordObservation(task) }
        return failure
    }

    /// The outcome of the task; `nil` while it is pending.
    ///
    /// A cancelled task's outcome is a failure with `CancellationError`.
    @inlinable
    public final var outcome: Result<Success, any Error>? {
        if isDone { return finalResult }
        return isForwarded ? forwardedOutcome() : nil
    }

    // MARK: Used by nodes

    /// The result, if there is one.
    @inlinable @inline(__always)
    final var stored: Success? {
        get { slot.value }
        set { slot.value = newValue }
    }

    override final class var typeName: String { "BoltsTask<\(Success.self)>" }

    @inlinable @inline(__always)
    final var typedResolved: BoltsTask<Success> { unsafe unsafeDowncast(resolved, to: BoltsTask<Success>.self) }

    @inlinable @inline(__always)
    final var currentStatus: TaskStatus {
        if isDone { return status }
        return isForwarded ? forwardedStatus() : .pending
    }

    @usableFromInline @inline(never)
    final func forwardedResult() -> Success? {
        let task = typedResolved
        return task.isDone ? task.stored : nil
    }

    @usableFromInline @inline(never)
    final func forwardedOutcome() -> Result<Success, any Error>? {
        let task = typedResolved
        return task.isDone ? task.finalResult : nil
    }

    @usableFromInline @inline(never)
    final func forwardedStatus() -> TaskStatus {
        let task = resolved
        return task.isDone ? task.status : .pending
    }

    /// The result of a task that is known to have succeeded.
    @inlinable @inline(__always)
    final var success: Success { unsafe stored.unsafelyUnwrapped }

    /// The outcome of a task that is known to be complete.
    @inlinable
    final var finalResult: Result<Success, any Error> {
        switch status {
        case .success: .success(success)
        case .failure: .failure(observedFailure)
        case .cancelled, .pending: .failure(CancellationError())
        }
    }

    @usableFromInline
    final var observedFailure: any Error {
        if bolts_diagnostics_enabled() { DiagnosticRegistry.recordObservation(self) }
        return failure ?? CancellationError()
    }

    @inlinable @inline(__always)
    final func write(result: Success) {
        stored = result
        status = .success
    }

    @inlinable @inline(__always)
    final func adopt(_ other: _TaskCore) -> Bool {
        if other.status == .success {
            unsafe write(result: unsafeDowncast(other, to: BoltsTask<Success>.self).success)
        } else {
            copyFailure(of: other)
        }
        return true
    }

    /// Makes a new node wait for this task, or runs it now.
    @inlinable @inline(__always)
    final func attach(
        _ node: _TaskCore,
        _ token: CancellationToken,
        _ place: SourceLocation,
        _ kind: TaskKind = .continuation
    ) {
        if bolts_diagnostics_enabled() { DiagnosticRegistry.record(node, kind, waitsFor: self, place) }
        if let storage = token.storage {
            node.attach(to: self, token: storage)
        } else if isDone {
            start(node)
        } else if !push(node) {
            resolved.start(node)
        }
    }
}

extension _TaskCore {
    /// Makes a new node wait for this task, whose wait may be cancelled, or runs it now.
    final func attachCancellable(_ node: _TaskCore) {
        if !pushCancellable(node) { resolved.start(node) }
    }
}
