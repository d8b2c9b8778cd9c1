internal import CBoltsTasks

/// A look at what tasks are doing, for whoever debugs them.
///
/// Off, as it is from the start, it costs tasks a load and a branch. On, every task that waits is written down under a
/// lock, so it is for debugging and for tests, not for all of production.
///
/// ```swift
/// func whyIsItStuck() {
///     TaskDiagnostics.startTracking()
///     let page = TaskCompletionSource<String>()
///     let title = page.task.named("download").continueOnSuccessWith { $0.count }.named("measure")
///     print(TaskDiagnostics.pendingTasks())
///     // 2 pending tasks
///     // measure (BoltsTask<Int>)
///     //   waits for download (BoltsTask<String>)
///     page.set(result: "…")
///     _ = title
/// }
/// ```
public enum TaskDiagnostics {
    /// Begins to write down which task waits for which.
    ///
    /// Tasks that wait already are not known.
    public static func startTracking() { bolts_watch(TaskRegistry.tracking, true) }

    /// Stops, and forgets everything.
    public static func stopTracking() {
        bolts_watch(TaskRegistry.tracking, false)
        if !bolts_is_watching() { TaskRegistry.forgetAll() }
    }

    /// What is pending at this moment, and what each task waits for.
    ///
    /// - Returns: A snapshot; other threads go on meanwhile.
    public static func pendingTasks() -> TaskGraph { TaskRegistry.pending() }

    /// Has a closure told of each failure that nobody looked at before its task was released.
    ///
    /// A failure counts as observed when its error or outcome was read, when it was awaited, and when anything was to
    /// continue from it: then the failure lives on in the result. What was observed before the handler was set is not
    /// known.
    ///
    /// - Parameter handler: Called on the thread that releases the task; `nil` for nobody.
    public static func onUnobservedFailure(_ handler: (@Sendable (UnobservedFailure) -> Void)?) {
        TaskRegistry.setHandler(handler)
        if !bolts_is_watching() { TaskRegistry.forgetAll() }
    }
}

/// A failure that nobody looked at.
///
/// ```swift
/// TaskDiagnostics.onUnobservedFailure { failure in print(failure) }
/// ```
public struct UnobservedFailure: Sendable, CustomStringConvertible {
    /// The error of the task.
    public let error: any Error

    /// The name of the task, if it was given one.
    public let taskName: String?

    /// The task and its error on one line.
    public var description: String { "nobody looked at the failure of \(taskName ?? "a task"): \(error)" }
}

extension BoltsTask {
    /// Gives this task a name for ``TaskDiagnostics``.
    ///
    /// Without tracking it does nothing.
    ///
    /// - Parameter name: The name.
    /// - Returns: This task.
    @discardableResult
    public final func named(_ name: String) -> BoltsTask<Success> {
        if bolts_is_watching() { TaskRegistry.name(self, name) }
        return self
    }
}
