extension TaskDiagnostics {
    /// Reports the tasks that are created from now on to an observer.
    ///
    /// While there are observers, tasks are tracked, as after ``startTracking()``. Observers are told in the order in
    /// which they were added.
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

/// Passes what the registry reports on to an observer.
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
