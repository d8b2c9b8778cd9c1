extension BoltsTask {
    // MARK: Waiting for all

    /// Waits for every task, whatever becomes of the others.
    ///
    /// ```swift
    /// func saveAll(_ saves: [BoltsTask<Int>]) -> BoltsTask<String> {
    ///     BoltsTask.whenAll(saves).continueOnSuccessWith { "saved" }
    /// }
    /// ```
    ///
    /// - Parameter tasks: The tasks; none gives a task that is complete.
    /// - Returns: A task that ends when the last of them has: with success; with the error of the one that failed, or
    ///   with an ``AggregateError`` of several; cancelled when some were and none failed.
    /// - Complexity: O(n) in all, without an allocation for each task.
    @inlinable
    public static func whenAll(_ tasks: some Sequence<BoltsTask<Success>>) -> BoltsTask<Void> {
        let node = WaitAllNode(Array(tasks)) { tasks in
            for task in tasks where task.currentEnd != .success {
                throw AggregateError.summary(of: tasks) ?? CancellationError()
            }
        }
        node.begin()
        return node
    }

    /// Waits for every task, whatever becomes of the others.
    ///
    /// - Parameter tasks: The tasks.
    /// - Returns: A task as from `whenAll`.
    @inlinable
    public static func whenAll(_ tasks: BoltsTask<Success>...) -> BoltsTask<Void> {
        whenAll(tasks)
    }

    /// Waits for every task and gives their results.
    ///
    /// - Parameter tasks: The tasks; none gives a task that is complete.
    /// - Returns: A task of the results in the order of the tasks; it fails and is cancelled as
    ///   `whenAll` is.
    /// - Complexity: O(n) in all, without an allocation for each task.
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

    /// Waits for every task and tells how each ended.
    ///
    /// It never fails.
    ///
    /// - Parameter tasks: The tasks.
    /// - Returns: A task of the outcomes in the order of the tasks; a cancelled task's is a failure with
    ///   `CancellationError`.
    /// - Complexity: O(n) in all, without an allocation for each task.
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
    /// Waits for tasks of different types and gives their results.
    ///
    /// ```swift
    /// func greeting(_ name: BoltsTask<String>, _ age: BoltsTask<Int>) -> BoltsTask<String> {
    ///     BoltsTask.whenAllResult(name, age).continueOnSuccessWith { name, age in "\(name), \(age)" }
    /// }
    /// ```
    ///
    /// - Parameter tasks: The tasks.
    /// - Returns: A task of the results; it fails and is cancelled as `whenAll` is.
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
