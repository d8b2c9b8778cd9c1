internal import CBoltsTasks

/// Several tasks that were waited for together have failed.
///
/// ```swift
/// func report(_ all: BoltsTask<Void>) {
///     all.continueOnErrorWith { (error: AggregateError) in
///         for failure in error.failures { print("task \(failure.index): \(failure.error)") }
///     }
/// }
/// ```
public struct AggregateError: Error, Sendable, CustomStringConvertible {
    /// One task's failure.
    public struct Failure: Sendable {
        /// The task's place among those waited for, from 0.
        public let index: Int

        /// Its error.
        public let error: any Error
    }

    /// The failures, in the order of the tasks.
    public let failures: [Failure]

    /// The errors, in the order of the tasks.
    public var errors: [any Error] { failures.map(\.error) }

    @usableFromInline
    init(failures: [Failure]) { self.failures = failures }

    /// How many tasks failed, and how.
    public var description: String {
        "\(failures.count) tasks failed: " + failures.map { "[\($0.index)] \($0.error)" }.joined(separator: ", ")
    }

    /// What tasks that are done amount to when they did not all succeed (T7): failures beat cancellation, one failure
    /// is that error itself.
    ///
    /// `nil` when they all succeeded.
    @usableFromInline @inline(never)
    static func summary(of tasks: some Sequence<TaskCore>) -> (any Error)? {
        var failures: [Failure] = []
        var isCancelled = false
        for (index, task) in tasks.enumerated() {
            let task = task.resolved
            switch task.end {
            case .failure:
                if bolts_is_watching() { TaskRegistry.noteObserved(task) }
                if let error = task.failure { failures.append(Failure(index: index, error: error)) }
            case .cancelled: isCancelled = true
            case .success, .pending: break
            }
        }
        return switch failures.count {
        case 0: isCancelled ? CancellationError() : nil
        case 1: failures[0].error
        default: AggregateError(failures: failures)
        }
    }
}
