public import BoltsTasks
public import Foundation
internal import Synchronization

extension Progress {
    /// Creates a token that is cancelled when this progress is.
    ///
    /// ```swift
    /// func count(_ lines: [String], _ progress: Progress) -> BoltsTask<Int> {
    ///     let token = progress.makeCancellationToken()
    ///     return BoltsTask(.queue(.global()), cancellationToken: token) { lines.count }
    /// }
    /// ```
    ///
    /// Cancelling a parent of this progress cancels the token too. Foundation chooses the thread on which observers run; on
    /// Linux it is a thread of the global queue.
    ///
    /// A progress has only one `cancellationHandler`. This method sets one that also calls the existing one, so set your own
    /// first. The handler remains as long as the progress exists: create one token and keep it, because a progress with
    /// thousands of them overflows the stack when it is cancelled or released. On Linux, where Foundation does not synchronize
    /// that property, create the token before another thread may cancel the progress.
    ///
    /// - Returns: The token; already cancelled if the progress is.
    public func makeCancellationToken() -> CancellationToken {
        let source = CancellationTokenSource()
        addCancellationHandler { source.cancel() }
        return source.token
    }

    /// Calls a closure, at least once, when this progress is cancelled, in addition to the existing handler.
    ///
    /// If the progress is cancelled already, the closure is called on this thread before this method returns.
    func addCancellationHandler(_ handler: @escaping @Sendable () -> Void) {
        // Foundation would call a handler that is set now, which would call the old handler a second time.
        if isCancelled { return handler() }
        let previous = cancellationHandler
        cancellationHandler = {
            previous?()
            handler()
        }
        // If the progress was cancelled in between, the handler may not have been called.
        if isCancelled { handler() }
    }

    /// Sets the count to the total, so that the progress reads as finished.
    func complete() {
        if totalUnitCount <= 0 { totalUnitCount = max(completedUnitCount, 1) }
        if completedUnitCount < totalUnitCount { completedUnitCount = totalUnitCount }
    }
}

/// Lets the cancellation handler of a progress cancel a task, until the task completes.
///
/// The handler itself cannot be removed, because another handler that calls it may have been set since.
final class ProgressLink: Sendable {
    private let source: Mutex<CancellationTokenSource?>

    init(_ source: CancellationTokenSource) { self.source = Mutex(source) }

    func cancel() {
        let source = source.withLock { $0 }
        source?.cancel()
    }

    func unlink() {
        let source = source.withLock { source in
            defer { source = nil }
            return source
        }
        source?.dispose()
    }
}
