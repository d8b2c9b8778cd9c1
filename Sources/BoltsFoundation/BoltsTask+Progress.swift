public import BoltsTasks
public import Foundation

extension BoltsTask {
    /// Runs work that reports how far it is, and that is cancelled with what it reports to.
    ///
    /// ```swift
    /// func load(_ names: [String], progress: Progress) -> BoltsTask<Int> {
    ///     progress.totalUnitCount = Int64(names.count)
    ///     return BoltsTask.withProgress(progress) { progress, token in
    ///         BoltsTask(cancellationToken: token) {
    ///             for name in names {
    ///                 try await fetch(name)
    ///                 progress.completedUnitCount += 1
    ///             }
    ///             return names.count
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// Cancelling the progress, or one of its parents, cancels the token that the work is given, and the result at
    /// once; so does `cancellationToken`, which then cancels the progress as well. When the work succeeds, the progress
    /// is finished, before any continuation of the result runs; when it fails or is cancelled, the count stays where it
    /// is. See `Progress.makeCancellationToken()` for the handler that this sets.
    ///
    /// - Parameters:
    ///   - progress: What the work reports to, and what cancels it.
    ///   - cancellationToken: Cancels the work, the result and the progress.
    ///   - work: Starts the work, on this thread, before this call returns; not if it is cancelled already. Only the
    ///     token given to it knows of both ways to be cancelled. To count up from several threads is for the work to
    ///     order.
    /// - Returns: A task that ends as the one returned by the closure does.
    public static func withProgress(
        _ progress: Progress,
        cancellationToken: CancellationToken = .none,
        work: @escaping @Sendable (_ progress: Progress, _ token: CancellationToken) throws -> BoltsTask<Success>
    ) -> BoltsTask<Success> {
        let source = CancellationTokenSource(linkedTo: cancellationToken)
        let link = ProgressLink(source)
        let token = source.token
        progress.isCancellable = true
        progress.addCancellationHandler { link.cancel() }
        // Before the result's own registration, so that whoever sees it cancelled sees the progress cancelled.
        token.register { if !progress.isCancelled { progress.cancel() } }
        return BoltsTask<Void>(result: ())
            .continueWithTask(.immediate, cancellationToken: token) { _ in try work(progress, token) }
            .continueWithTask(.immediate) { task in
                link.end()
                if case .success = task.outcome { progress.complete() }
                return task
            }
    }

    /// Runs work that reports how far it is to a new progress.
    ///
    /// ```swift
    /// func loadAll(into total: Progress) -> BoltsTask<[String]> {
    ///     total.totalUnitCount = 2
    ///     let pages = ["a", "b"].map { name in
    ///         BoltsTask.withProgress(totalUnitCount: 100, parent: total, pendingUnitCount: 1) { progress, token in
    ///             download(name, progress, token)
    ///         }
    ///     }
    ///     return BoltsTask.whenAllResult(pages)
    /// }
    /// ```
    ///
    /// The rules are those of ``withProgress(_:cancellationToken:work:)``.
    ///
    /// - Parameters:
    ///   - totalUnitCount: The units of work there are. Zero or less while that is not known.
    ///   - parent: What the new progress is a part of. `nil`: Foundation's current progress of this thread, if any.
    ///   - pendingUnitCount: How many of the parent's units the work is, where there is a parent.
    ///   - cancellationToken: Cancels the work, the result and the new progress, not the parent.
    ///   - work: Starts the work.
    /// - Returns: A task that ends as the one returned by the closure does.
    public static func withProgress(
        totalUnitCount: Int64,
        parent: Progress? = nil,
        pendingUnitCount: Int64 = 1,
        cancellationToken: CancellationToken = .none,
        work: @escaping @Sendable (_ progress: Progress, _ token: CancellationToken) throws -> BoltsTask<Success>
    ) -> BoltsTask<Success> {
        let progress =
            if let parent {
                Progress(totalUnitCount: totalUnitCount, parent: parent, pendingUnitCount: pendingUnitCount)
            } else {
                Progress(totalUnitCount: totalUnitCount)
            }
        return withProgress(progress, cancellationToken: cancellationToken, work: work)
    }
}
