extension BoltsTask {
    // MARK: Waiting for all

    /// Waits for all tasks to complete, with any outcome.
    ///
    /// ```swift
    /// func saveAll(_ saves: [BoltsTask<Int>]) -> BoltsTask<String> {
    ///     BoltsTask.whenAll(saves).continueOnSuccessWith { "saved" }
    /// }
    /// ```
    ///
    /// - Parameter tasks: The tasks; without tasks the result is complete.
    /// - Returns: A task that completes when the last of them has: successfully if all succeeded; with the error of the
    ///   one that failed, or an ``AggregateError`` if several did; cancelled if some were cancelled and none failed.
    /// - Complexity: O(n), without an allocation for each task.
    @inlinable
    public static func whenAll(_ tasks: some Sequence<BoltsTask<Success>>) -> BoltsTask<Void> {
        let node = WaitAllNode(Array(tasks)) { tasks in
            for task in tasks where task.currentStatus != .success {
                throw AggregateError.summary(of: tasks) ?? CancellationError()
            }
        }
        node.begin()
        return node
    }

    /// Waits for all tasks to complete, with any outcome.
    ///
    /// - Parameter tasks: The tasks.
    /// - Returns: A task as from `whenAll(_:)` with a sequence.
    @inlinable
    public static func whenAll(_ tasks: BoltsTask<Success>...) -> BoltsTask<Void> {
        whenAll(tasks)
    }

    /// Waits for all tasks and returns their results.
    ///
    /// ```swift
    /// func total(_ parts: [BoltsTask<Int>]) -> BoltsTask<Int> {
    ///     BoltsTask.whenAllResult(parts).continueOnSuccessWith { $0.reduce(0, +) }
    /// }
    /// ```
    ///
    /// - Parameter tasks: The tasks; without tasks the result is complete.
    /// - Returns: A task of the results in the order of the tasks. It fails or is cancelled like that of `whenAll`.
    /// - Complexity: O(n), without an allocation for each task.
    @inlinable
    public static func whenAllResult(_ tasks: some Sequence<BoltsTask<Success>>) -> BoltsTask<[Success]> {
        let node = WaitAllNode(Array(tasks)) { tasks in
            var results: [Success] = []
            results.reserveCapacity(tasks.count)
            for task in tasks {
                guard let result = task.result else { break }
                results.append(result)
            }
            if results.count == tasks.count { return results }
            throw AggregateError.summary(of: tasks) ?? CancellationError()
        }
        node.begin()
        return node
    }

    /// Waits for all tasks and returns their outcomes.
    ///
    /// The result never fails.
    ///
    /// - Parameter tasks: The tasks.
    /// - Returns: A task of the outcomes in the order of the tasks. The outcome of a cancelled task is a failure with
    ///   `CancellationError`.
    /// - Complexity: O(n), without an allocation for each task.
    @inlinable
    public static func whenAllSettled(
        _ tasks: some Sequence<BoltsTask<Success>>
    ) -> BoltsTask<[Result<Success, any Error>]> {
        let node = WaitAllNode(Array(tasks)) { tasks in tasks.map { $0.typedResolved.finalResult } }
        node.begin()
        return node
    }
}

extension BoltsTask where Success == Void {
    /// Waits for tasks of different types and returns their results.
    ///
    /// ```swift
    /// func greeting(_ name: BoltsTask<String>, _ age: BoltsTask<Int>) -> BoltsTask<String> {
    ///     BoltsTask.whenAllResult(name, age).continueOnSuccessWith { name, age in "\(name), \(age)" }
    /// }
    /// ```
    ///
    /// - Parameter tasks: The tasks.
    /// - Returns: A task of the results. It fails or is cancelled like that of `whenAll`.
    public static func whenAllResult<each Output: Sendable>(
        _ tasks: repeat BoltsTask<each Output>
    ) -> BoltsTask<(repeat each Output)> {
        var waits: [BoltsTask<Void>] = []
        var cores: [TaskCore] = []
        func add(_ task: BoltsTask<some Sendable>) {
            cores.append(task)
            waits.append(task.continueWith(.immediate) { _ in })
        }
        repeat add(each tasks)
        let all = cores
        return whenAll(waits).continueWith(.immediate) { _ in
            if let error = AggregateError.summary(of: all) { throw error }
            return (repeat (each tasks).typedResolved.success)
        }
    }
}
