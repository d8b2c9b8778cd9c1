/// Receives the events of tasks, for traces, metrics and logs.
///
/// Every method has a default implementation, which does nothing, or runs the closure.
///
/// The methods are called on the thread of the event, under no lock, and before other code can see the event: keep them short,
/// and do not wait for tasks in them. Tasks that an observer itself creates in these methods are not reported. The events of
/// one task arrive in order and one after another: first that it was created, last that it ended. Only ``taskWasNamed(_:)`` may
/// come after the end, or while the task's closure starts on another thread.
///
/// ```swift
/// struct SlowTaskPrinter: TaskObserver {
///     func taskDidEnd(_ task: ObservedTask, _ outcome: ObservedTask.Outcome) {
///         if task.age > .seconds(1), !task.isInternal { print(task.name ?? task.type, "took", task.age) }
///     }
/// }
///
/// func start() -> BoltsRegistration { TaskDiagnostics.addObserver(SlowTaskPrinter()) }
/// ```
public protocol TaskObserver: Sendable {
    /// A task was created; called before its closure can start.
    ///
    /// - Parameter task: The task. It has no name yet.
    func taskWasCreated(_ task: ObservedTask)

    /// A task was named or renamed.
    ///
    /// - Parameter task: The task. If it has already ended, as immediate work has, its outcome is set.
    func taskWasNamed(_ task: ObservedTask)

    /// A task began to wait for other tasks than before: its closure returned a task, or it combines several.
    ///
    /// - Parameter task: The task, with what it waits for now.
    func taskWaits(_ task: ObservedTask)

    /// The closure of a task is about to start, on this thread or, if it is `async`, in this Swift task.
    ///
    /// - Parameter task: The task. Not called if the closure is skipped.
    func taskWillStart(_ task: ObservedTask)

    /// A task ended; called before its continuations start.
    ///
    /// - Parameters:
    ///   - task: The task.
    ///   - outcome: How it ended.
    func taskDidEnd(_ task: ObservedTask, _ outcome: ObservedTask.Outcome)

    /// Runs the closure of a task; an observer can bind a task-local value around it.
    ///
    /// Not called for `async` closures: Swift passes them the task-local values of the code that created the task.
    ///
    /// - Parameters:
    ///   - task: The task.
    ///   - closure: Must be called once. If it is not, it runs after this method has returned.
    func run(_ task: ObservedTask, _ closure: () -> Void)

    /// Wraps a closure that belongs to no task: an observer of a ``CancellationToken``, or work for
    /// ``BoltsExecutor/execute(_:)``.
    ///
    /// Called where the closure is registered, so that task-local values can be captured.
    ///
    /// - Parameter closure: The closure.
    /// - Returns: A closure that calls it.
    func wrap(_ closure: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}

extension TaskObserver {
    /// Does nothing.
    public func taskWasCreated(_ task: ObservedTask) {}

    /// Does nothing.
    public func taskWasNamed(_ task: ObservedTask) {}

    /// Does nothing.
    public func taskWaits(_ task: ObservedTask) {}

    /// Does nothing.
    public func taskWillStart(_ task: ObservedTask) {}

    /// Does nothing.
    public func taskDidEnd(_ task: ObservedTask, _ outcome: ObservedTask.Outcome) {}

    /// Runs the closure.
    public func run(_ task: ObservedTask, _ closure: () -> Void) { closure() }

    /// Returns the closure as it is.
    public func wrap(_ closure: @escaping @Sendable () -> Void) -> @Sendable () -> Void { closure }
}
