internal import CBoltsTasks

/// Shows which tasks are pending and what they wait for, and reports failures that nobody observed.
///
/// Off, which is the default, it costs tasks a load and a branch. On, every task that waits is recorded under a lock,
/// so it is meant for debugging and tests rather than for all of production.
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
///     print(title)
/// }
/// ```
public enum TaskDiagnostics {
    /// Starts to record which task waits for which.
    ///
    /// Tasks that were already waiting are not known.
    public static func startTracking() { bolts_set_diagnostics(TaskRegistry.tracking, true) }

    /// Stops recording, and deletes what was recorded.
    public static func stopTracking() {
        bolts_set_diagnostics(TaskRegistry.tracking, false)
        if !bolts_diagnostics_enabled() { TaskRegistry.removeAll() }
    }

    /// The tasks that are pending now, and what each of them waits for.
    ///
    /// - Returns: A snapshot; other threads continue meanwhile.
    public static func pendingTasks() -> TaskGraph {
        func label(_ name: String?, _ task: TaskCore) -> String {
            name.map { "\($0) (\(task.typeName))" } ?? task.typeName
        }
        // Sorted by label, because an order by address would change from run to run.
        let pending = TaskRegistry.pending()
            .map { (label: label($0.record.name, $0.task), record: $0.record) }
            .sorted { $0.label < $1.label }
        let indices = Dictionary(uniqueKeysWithValues: pending.enumerated().map { ($1.record.number, $0) })
        return TaskGraph(
            tasks: pending.map { label, record in
                TaskGraph.PendingTask(name: label, waitsFor: record.waitsFor.compactMap { indices[$0] })
            }
        )
    }

    /// Calls a closure for each failure that nobody had observed when its task was released.
    ///
    /// A failure is observed when its error or outcome is read, when it is awaited, and when a continuation is added to
    /// its task, because the failure then lives on in the continuation's result. Observations from before the handler
    /// was set are not known.
    ///
    /// - Parameter handler: Called on the thread that releases the task; `nil` removes the handler.
    public static func onUnobservedFailure(_ handler: (@Sendable (UnobservedFailure) -> Void)?) {
        if let handler {
            TaskRegistry.setHandler { error, name in handler(UnobservedFailure(error: error, taskName: name)) }
        } else {
            TaskRegistry.setHandler(nil)
        }
        if !bolts_diagnostics_enabled() { TaskRegistry.removeAll() }
    }
}

/// A failure that nobody observed.
///
/// ```swift
/// TaskDiagnostics.onUnobservedFailure { failure in print(failure) }
/// ```
public struct UnobservedFailure: Sendable, CustomStringConvertible {
    /// The error of the task.
    public let error: any Error

    /// The name of the task, if it has one.
    public let taskName: String?

    /// The task and its error on one line.
    public var description: String { "nobody observed the failure of \(taskName ?? "a task"): \(error)" }
}

extension BoltsTask {
    /// Gives this task a name, which ``TaskDiagnostics`` shows.
    ///
    /// Without diagnostics it does nothing.
    ///
    /// ```swift
    /// let page = TaskCompletionSource<String>()
    /// let length = page.task.named("download").continueOnSuccessWith { $0.count }.named("measure")
    /// ```
    ///
    /// - Parameter name: The name.
    /// - Returns: This task.
    @discardableResult
    public final func named(_ name: String) -> BoltsTask<Success> {
        if bolts_diagnostics_enabled() { TaskRegistry.setName(name, of: self) }
        return self
    }
}
