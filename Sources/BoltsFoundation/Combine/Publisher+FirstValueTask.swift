#if canImport(Combine)
public import BoltsTasks
// As in TaskPublisher.swift: a subscription may be cancelled from any thread.
@preconcurrency public import Combine
internal import Synchronization

/// A publisher ended without a value, where one was waited for.
///
/// ```swift
/// func name(_ names: some Publisher<String, any Error>) -> BoltsTask<String> {
///     names.firstValueTask().continueOnErrorWith { (_: MissingValueError) in "nobody" }
/// }
/// ```
public struct MissingValueError: Error, Hashable, Sendable, CustomStringConvertible {
    init() {}

    /// What happened, and what to do.
    public var description: String {
        "the publisher finished before it sent a value; use replaceEmpty(with:) where that is to be expected"
    }
}

extension Publisher where Output: Sendable {
    /// Subscribes, and waits for the first value.
    ///
    /// ```swift
    /// func answer(_ future: Future<Int, any Error>) -> BoltsTask<Int> { future.firstValueTask() }
    /// ```
    ///
    /// The task succeeds with the first value and cancels the subscription, which is not asked for a second; it fails
    /// with the publisher's error, or with ``MissingValueError`` if that ends without a value. It is completed on the
    /// thread that the publisher sends from. A publisher that does neither leaves the task pending: give it a token, or
    /// the task a timeout.
    ///
    /// - Parameters:
    ///   - cancellationToken: Cancels the task at once, and the subscription.
    ///   - file: Where, for the message of `AbandonedTaskError` if the publisher lets go of its subscriber.
    ///   - line: The line in that file.
    /// - Returns: The task. Whether anybody keeps it makes no difference.
    public func firstValueTask(
        cancellationToken: CancellationToken = .none,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> BoltsTask<Output> {
        if cancellationToken.isCancellationRequested { return .cancelled() }
        let source = TaskCompletionSource<Output>(file: file, line: line)
        let task = source.task
        let subscriber = FirstValueSubscriber<Output, Failure>(source)
        let registration = cancellationToken.register { [weak subscriber] in subscriber?.cancel() }
        subscribe(subscriber)
        task.continueWith(.immediate) { _ in registration.dispose() }
        return task
    }
}

/// Completes a source with the first value.
private final class FirstValueSubscriber<Input: Sendable, Failure: Error>: Subscriber, Sendable {
    private struct State {
        var subscription: (any Subscription)?
        var isEnded = false
    }

    private let state = Mutex(State())
    private let source: TaskCompletionSource<Input>

    init(_ source: TaskCompletionSource<Input>) { self.source = source }

    func receive(subscription: any Subscription) {
        let isWanted = state.withLock { state in
            // One subscription, by Combine's rule: another is turned away.
            if state.isEnded || state.subscription != nil { return false }
            state.subscription = subscription
            return true
        }
        if isWanted { subscription.request(.max(1)) } else { subscription.cancel() }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        end()?.cancel()
        source.trySet(result: input)
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        _ = end()
        switch completion {
        case .finished: source.trySet(error: MissingValueError())
        case .failure(let error): source.trySet(error: error)
        }
    }

    func cancel() {
        let subscription = end()
        source.tryCancel()
        subscription?.cancel()
    }

    /// Takes the subscription out.
    private func end() -> (any Subscription)? {
        state.withLock { state in
            state.isEnded = true
            defer { state.subscription = nil }
            return state.subscription
        }
    }
}
#endif
