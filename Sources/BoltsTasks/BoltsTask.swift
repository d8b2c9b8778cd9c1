public import CBoltsTasks

/// The result of work that may not have finished yet.
///
/// A task ends once, in one of three ways: with a result, with an error, or cancelled. What is to happen then is given
/// to it as continuations, each of which gives a new task, so that asynchronous work reads in the order it runs:
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
/// Tasks come from a ``TaskCompletionSource``, from a closure (``init(_:cancellationToken:_:)``), from `async` code
/// (``init(priority:cancellationToken:_:)``), or complete from the start (``init(result:)``). With `await`, a task is
/// read through ``value``.
///
/// A task may be used from any thread. Reading its state never blocks, and never waits for continuations that run.
/// It does not matter whether anybody keeps a task: its continuations run all the same.
public class BoltsTask<Success: Sendable>: TaskStorage<Success?>, @unchecked Sendable {
    @inlinable @inline(__always)
    init(
        state: UInt,
        end: TaskEnd,
        flags: NodeFlags,
        isLinkable: Bool = false,
        extra: AnyObject?,
        operation: @escaping Operation
    ) {
        super.init(
            stored: nil,
            state: state,
            end: end,
            flags: flags,
            isLinkable: isLinkable,
            extra: extra,
            operation: operation
        )
    }

    /// A task that somebody else completes.
    @inlinable @inline(__always)
    init(pending: Void) {
        super.init(stored: nil, state: 0, end: .pending, flags: [], extra: nil) { node, other, event in
            event == .adopt ? unsafeDowncast(node, to: BoltsTask<Success>.self).adopt(other) : false
        }
    }

    /// Creates a task that has already succeeded.
    ///
    /// - Parameter result: The result.
    @inlinable
    @_disfavoredOverload  // A trailing closure takes no label: `BoltsTask { … }` must start work, not keep the closure.
    public init(result: Success) {
        super.init(stored: result, state: TaskState.done, end: .success, flags: [], extra: nil) { _, _, _ in false }
    }

    /// Creates a task that has already failed.
    ///
    /// - Parameter error: The error. A `CancellationError` makes a cancelled task.
    @inlinable
    public init(error: any Error) {
        super.init(stored: nil, state: TaskState.done, end: .failure, flags: [], extra: nil) { _, _, _ in false }
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

    /// Whether the task has ended, in whichever way.
    @inlinable
    public final var isCompleted: Bool { isDone || isLinked && endOfLink().isDone }

    /// Whether the task has ended with an error.
    @inlinable
    public final var isFaulted: Bool {
        guard currentEnd == .failure else { return false }
        if bolts_is_watching() { TaskRegistry.noteObserved(resolved) }
        return true
    }

    /// Whether the task has been cancelled.
    @inlinable
    public final var isCancelled: Bool { currentEnd == .cancelled }

    /// The result, once the task has succeeded.
    @inlinable
    public final var result: Success? {
        // Read here, a result takes no reference to the end of a link, which costs as much as completing does.
        if isDone { return stored }
        return isLinked ? resultThroughLink() : nil
    }

    /// The error, once the task has failed.
    ///
    /// A cancelled task has none.
    @inlinable
    public final var error: (any Error)? {
        let task = resolved
        guard task.isDone, let failure = task.failure else { return nil }
        if bolts_is_watching() { TaskRegistry.noteObserved(task) }
        return failure
    }

    /// How the task ended: `nil` while it has not.
    ///
    /// A cancelled task's outcome is a failure with `CancellationError`.
    @inlinable
    public final var outcome: Result<Success, any Error>? {
        if isDone { return finalResult }
        return isLinked ? outcomeThroughLink() : nil
    }

    // MARK: For the nodes

    override final var typeName: String { "BoltsTask<\(Success.self)>" }

    @inlinable @inline(__always)
    final var typedResolved: BoltsTask<Success> { unsafeDowncast(resolved, to: BoltsTask<Success>.self) }

    @inlinable @inline(__always)
    final var currentEnd: TaskEnd {
        if isDone { return end }
        return isLinked ? endThroughLink() : .pending
    }

    @usableFromInline @inline(never)
    final func resultThroughLink() -> Success? {
        let task = typedResolved
        return task.isDone ? task.stored : nil
    }

    @usableFromInline @inline(never)
    final func outcomeThroughLink() -> Result<Success, any Error>? {
        let task = typedResolved
        return task.isDone ? task.finalResult : nil
    }

    @usableFromInline @inline(never)
    final func endThroughLink() -> TaskEnd {
        let task = resolved
        return task.isDone ? task.end : .pending
    }

    /// The result of a task that is known to have succeeded.
    @inlinable @inline(__always)
    final var success: Success { stored.unsafelyUnwrapped }

    /// How a task that is known to be done ended.
    @inlinable
    final var finalResult: Result<Success, any Error> {
        switch end {
        case .success: .success(success)
        case .failure: .failure(observedFailure)
        case .cancelled, .pending: .failure(CancellationError())
        }
    }

    @usableFromInline
    final var observedFailure: any Error {
        if bolts_is_watching() { TaskRegistry.noteObserved(self) }
        return failure ?? CancellationError()
    }

    @inlinable @inline(__always)
    final func write(result: Success) {
        stored = result
        end = .success
    }

    @inlinable @inline(__always)
    final func adopt(_ other: TaskCore) -> Bool {
        if other.end == .success {
            write(result: unsafeDowncast(other, to: BoltsTask<Success>.self).success)
        } else {
            copyFailure(of: other)
        }
        return true
    }

    /// Lets a new node wait for this task, or runs it now.
    @inlinable @inline(__always)
    final func attach(_ node: TaskCore, _ token: CancellationToken) {
        if bolts_is_watching() { TaskRegistry.note(node, waitsFor: self) }
        if let storage = token.storage {
            node.attach(to: self, token: storage)
        } else if isDone {
            start(node)
        } else if !push(node) {
            resolved.start(node)
        }
    }
}

extension TaskCore {
    /// Lets a new node wait, whose wait may be given up, or runs it now.
    final func attachRevocable(_ node: TaskCore) {
        if bolts_is_watching() { TaskRegistry.note(node, waitsFor: self) }
        if !pushRevocable(node) { resolved.start(node) }
    }
}

extension BoltsTask: CustomStringConvertible {
    /// `BoltsTask<Int>(pending)`, `(success: 5)`, `(failure: …)` or `(cancelled)`.
    public var description: String {
        let end =
            switch outcome {
            case nil: "pending"
            case .success(let result): "success: \(result)"
            case .failure(let error): error is CancellationError ? "cancelled" : "failure: \(error)"
            }
        return "BoltsTask<\(Success.self)>(\(end))"
    }
}
