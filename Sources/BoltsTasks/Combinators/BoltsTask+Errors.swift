extension BoltsTask {
    /// The errors of a task that waited for several tasks.
    ///
    /// If several tasks failed, `error` is an ``AggregateError``; if one did, `error` is that task's own. This property
    /// has the same shape in both cases:
    ///
    /// ```swift
    /// func report(_ uploads: [BoltsTask<Int>]) {
    ///     BoltsTask.whenAll(uploads).continueWith { all in
    ///         for error in all.errors { print(error) }
    ///     }
    /// }
    /// ```
    ///
    /// It is empty while the task is pending, and if the task has succeeded or has been cancelled.
    public final var errors: [any Error] {
        guard let error else { return [] }
        return (error as? AggregateError)?.errors ?? [error]
    }
}
