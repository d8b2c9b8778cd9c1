internal import CBoltsTasks

/// The error of `whenAll` and `whenAny` when several of their tasks failed.
///
/// If only one task failed, its own error is used instead.
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
        /// The index of the task among those waited for.
        public let index: Int

        /// The task's error.
        public let error: any Error
    }

    /// The failures, in the order of the tasks.
    public let failures: [Failure]

    /// The errors, in the order of the tasks.
    public var errors: [any Error] { failures.map(\.error) }

    @usableFromInline
    init(failures: [Failure]) { self.failures = failures }

    /// The number of failures, and each error with its index.
    public var description: String {
        "\(failures.count) tasks failed: " + failures.map { "[\($0.index)] \($0.error)" }.joined(separator: ", ")
    }

    /// The single error of several tasks; `nil` if none failed or was cancelled.
    ///
    /// Failures take precedence over cancellation. A single failure is that error itself. Pending tasks do not count.
    @usableFromInline @inline(never)
    static func summary(of tasks: some Sequence<_TaskCore>) -> (any Error)? {
        var failures: [Failure] = []
        var isCancelled = false
        for (index, task) in tasks.enumerated() {
            let task = task.resolved
            // Another thread may be writing the outcome of a pending task right now.
            guard task.isDone else { continue }
            switch task.status {
            case .failure:
                if bolts_diagnostics_enabled() { DiagnosticRegistry.recordObservation(task) }
                if let error = task.failure { failures.append(Failure(index: index, error: error)) }
            case .cancelled: isCancelled = true
            case .success, .pending: break
            }
        }
        return summary(failures, isCancelled: isCancelled)
    }

    /// The error for some failures, which are in the order of the tasks.
    static func summary(_ failures: [Failure], isCancelled: Bool) -> (any Error)? {
        let failures = failures.sorted { $0.index < $1.index }
        return switch failures.count {
        case 0: isCancelled ? CancellationError() : nil
        case 1: failures[0].error
        default: AggregateError(failures: failures)
        }
    }
}
