/// The token of one piece of work that a combinator starts: cancelled with another token, or when the work is given up.
final class AttemptToken: Sendable {
    private let source: CancellationTokenSource

    init(linkedTo token: CancellationToken) {
        source = CancellationTokenSource(linkedTo: token)
    }

    var token: CancellationToken { source.token }

    /// The work is given up, or failed: cancels what it may have left running.
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
        // A task that was given up may never complete.
        token.register { [weak self, weak waiter] in
            self?.source.dispose()
            waiter?.cancelWait()
        }
    }
}
