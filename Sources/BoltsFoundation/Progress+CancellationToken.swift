public import BoltsTasks
public import Foundation
internal import Synchronization

extension Progress {
    /// Makes a token that is cancelled when this progress is.
    ///
    /// ```swift
    /// func count(_ lines: [String], _ progress: Progress) -> BoltsTask<Int> {
    ///     let token = progress.makeCancellationToken()
    ///     return BoltsTask(.queue(.global()), cancellationToken: token) { lines.count }
    /// }
    /// ```
    ///
    /// Cancelling a parent of this progress cancels the token too. Foundation decides on which thread: on Linux it is
    /// one of the global queue's.
    ///
    /// A progress has one `cancellationHandler`. This puts a handler there that also calls the one it found, so set
    /// your own first. It stays as long as the progress does: make one token and keep it. On Linux, where Foundation
    /// does not guard that property, make it before another thread may cancel the progress.
    ///
    /// - Returns: A token; already cancelled if the progress is.
    public func makeCancellationToken() -> CancellationToken {
        let source = CancellationTokenSource()
        addCancellationHandler { source.cancel() }
        return source.token
    }

    /// Has a closure called when this progress is cancelled, more than once maybe, beside the handler that is there.
    ///
    /// At once, on this thread, if it is cancelled already.
    func addCancellationHandler(_ handler: @escaping @Sendable () -> Void) {
        // Foundation would call a handler that is set now, and with it the one that has been called already.
        if isCancelled { return handler() }
        let previous = cancellationHandler
        cancellationHandler = {
            previous?()
            handler()
        }
        // Cancelled between the two: then maybe neither Foundation nor the line above has called it.
        if isCancelled { handler() }
    }

    /// Takes the count to its end, so that it reads as finished whatever it was.
    func complete() {
        if totalUnitCount <= 0 { totalUnitCount = max(completedUnitCount, 1) }
        if completedUnitCount < totalUnitCount { completedUnitCount = totalUnitCount }
    }
}

/// What the handler of a progress holds on behalf of a task: nothing, once the task has ended.
///
/// The handler itself is never taken out, as somebody else may have put one over it.
final class ProgressLink: Sendable {
    private let source: Mutex<CancellationTokenSource?>

    init(_ source: CancellationTokenSource) { self.source = Mutex(source) }

    func cancel() {
        let source = source.withLock { $0 }
        source?.cancel()
    }

    func end() {
        let source = source.withLock { source in
            defer { source = nil }
            return source
        }
        source?.dispose()
    }
}
