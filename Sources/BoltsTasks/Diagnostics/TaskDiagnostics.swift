internal import CBoltsTasks

/// Shows which tasks are pending and what they wait for, and reports failures that nobody observed.
///
/// Tracking is off by default, and then costs tasks a load and a branch. While tracking is on, a task takes at most three times
/// as many instructions, and every step of a task takes a lock. It retains nothing of the program: no task, closure or result.
///
/// ```swift
/// func whyIsItStuck() {
///     TaskDiagnostics.startTracking()
///     let page = TaskCompletionSource<String>()
///     let title = page.task.named("download").continueOnSuccessWith { $0.count }.named("measure")
///     print(TaskDiagnostics.snapshot())
///     // 2 pending tasks
///     // measure (BoltsTask<Int>), continuation, 0 ms, App/Main.swift:4 whyIsItStuck()
///     //   waits for download (BoltsTask<String>), source, 0 ms, App/Main.swift:3 whyIsItStuck()
///     page.set(result: "…")
///     print(title)
/// }
/// ```
public enum TaskDiagnostics {
    /// Starts to record which task waits for which.
    ///
    /// Tasks that were already waiting are known only once another task waits for them.
    public static func startTracking() { DiagnosticRegistry.track(true) }

    /// Stops recording, and deletes what was recorded.
    public static func stopTracking() { DiagnosticRegistry.track(false) }

    /// Returns the tasks that are pending now, what each of them waits for, and which were abandoned.
    ///
    /// May be called on any thread; other threads continue meanwhile, but tasks wait while the records are copied.
    ///
    /// - Returns: A snapshot; empty unless tracking is on.
    /// - Complexity: O(n) in the number of pending tasks.
    public static func snapshot() -> TaskSnapshot { SnapshotBuilder(DiagnosticRegistry.view()).snapshot() }

    /// Calls a closure for each failure that nobody had observed when its task was released.
    ///
    /// A failure is observed when its error or outcome is read, when it is awaited, and when a continuation is added to its
    /// task, because the continuation's result then carries the failure. Observations made before the handler was set are not
    /// known.
    ///
    /// - Parameter handler: Called on the thread that releases the task; `nil` removes the handler.
    public static func onUnobservedFailure(_ handler: (@Sendable (UnobservedFailure) -> Void)?) {
        if let handler {
            DiagnosticRegistry.setHandler { error, name in handler(UnobservedFailure(error: error, taskName: name)) }
        } else {
            DiagnosticRegistry.setHandler(nil)
        }
    }
}

extension BoltsTask {
    /// Gives this task a name, which ``TaskDiagnostics`` shows.
    ///
    /// Has no effect unless tracking is on.
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
        if bolts_diagnostics_enabled() { DiagnosticRegistry.setName(name, of: self) }
        return self
    }
}

extension TaskDiagnostics {
    /// Reports the tasks that are created from now on to an observer.
    ///
    /// While there are observers, tasks are tracked, as after ``startTracking()``. Observers are called in the order in which
    /// they were added.
    ///
    /// - Parameter observer: The observer, which is retained until the registration is disposed of.
    /// - Returns: The registration.
    public static func addObserver(_ observer: some TaskObserver) -> BoltsRegistration {
        let number = DiagnosticRegistry.addReceiver(ObserverReceiver(observer: observer))
        ClosureWrappers.add(number) { closure in observer.wrap(closure) }
        return BoltsRegistration(removing: {
            DiagnosticRegistry.removeReceiver(number)
            ClosureWrappers.remove(number)
        })
    }
}

/// Passes the registry's reports to an observer.
private struct ObserverReceiver<Observer: TaskObserver>: TaskEventReceiver {
    let observer: Observer

    func receive(_ event: TaskEvent, _ report: TaskReport) {
        let task = ObservedTask(report)
        switch event {
        case .created: observer.taskWasCreated(task)
        case .named: observer.taskWasNamed(task)
        case .waits: observer.taskWaits(task)
        case .started: observer.taskWillStart(task)
        case .ended:
            if let outcome = task.outcome { observer.taskDidEnd(task, outcome) }
        }
    }

    func run(_ report: TaskReport, _ closure: () -> Void) { observer.run(ObservedTask(report), closure) }
}
