/// The token of one piece of work that a combinator starts; it is cancelled with another token, or when the work is abandoned.
final class AttemptToken: Sendable {
    private let source: CancellationTokenSource

    init(linkedTo token: CancellationToken) {
        source = CancellationTokenSource(linkedTo: token)
    }

    var token: CancellationToken { source.token }

    /// The work was abandoned or failed: cancels the work that may still be running.
    func cancel(_ reason: (any Error)?) {
        source.cancel(reason: reason)
    }

    /// Unlinks the token when the work completes, and cancels it if the work did not succeed.
    func end<Success: Sendable>(with task: BoltsTask<Success>) {
        let waiter = CancellableWaiter<Success> { [self] task in
            if task.currentStatus != .success { cancel(task.resolved.failure) }
            source.dispose()
        }
        task.attachCancellable(waiter)
        // An abandoned task may never complete.
        token.register { [weak self, weak waiter] in
            self?.source.dispose()
            waiter?.cancelWait()
        }
    }
}
