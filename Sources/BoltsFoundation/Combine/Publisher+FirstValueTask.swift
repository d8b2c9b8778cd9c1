#if canImport(Combine)
public import BoltsTasks
// As in TaskPublisher.swift: a subscription may be cancelled from any thread.
@unsafe @preconcurrency public import Combine
internal import Synchronization

/// The error of `firstValueTask` when the publisher finishes without a value.
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
        "the publisher finished before it sent a value; use replaceEmpty(with:) if that can happen"
    }
}

extension Publisher where Output: Sendable {
    /// Subscribes, and waits for the first value.
    ///
    /// ```swift
    /// func answer(_ future: Future<Int, any Error>) -> BoltsTask<Int> { future.firstValueTask() }
    /// ```
    ///
    /// The task succeeds with the first value, and the subscription is cancelled without requesting a second value. The task
    /// fails with the publisher's error, or with ``MissingValueError`` if the publisher finishes without a value. It completes
    /// on the thread on which the publisher sends. If the publisher never sends anything, the task stays pending: use a token
    /// or a timeout.
    ///
    /// - Parameters:
    ///   - cancellationToken: Cancels the task immediately, and the subscription.
    ///   - file: The file that `AbandonedTaskError` names if the publisher releases its subscriber.
    ///   - line: The line in that file.
    ///   - function: The function that contains that line, which `TaskDiagnostics` shows.
    /// - Returns: The task, which need not be retained.
    public func firstValueTask(
        cancellationToken: CancellationToken = .none,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Output> {
        if cancellationToken.isCancellationRequested { return .cancelled() }
        let source = TaskCompletionSource<Output>(file: file, line: line, function: function)
        let task = source.task
        let subscriber = FirstValueSubscriber<Output, Failure>(source)
        let registration = cancellationToken.register { [weak subscriber] in subscriber?.cancel() }
        // This comes before the subscription, which may end at once.
        subscriber.dispose(atEnd: registration)
        subscribe(subscriber)
        return task
    }
}

/// Completes a source with the first value.
private final class FirstValueSubscriber<Input: Sendable, Failure: Error>: Subscriber, Sendable {
    private struct State {
        var subscription: (any Subscription)?
        var registration: BoltsRegistration?
        var isEnded = false
    }

    private let state = Mutex(State())
    private let source: TaskCompletionSource<Input>

    init(_ source: TaskCompletionSource<Input>) { self.source = source }

    // A publisher may release its subscriber without completing it.
    deinit { _ = end() }

    func receive(subscription: any Subscription) {
        let isWanted = state.withLock { state in
            // Combine allows a subscriber one subscription; others are cancelled.
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

    /// Ends the registration with the token together with the subscription.
    func dispose(atEnd registration: BoltsRegistration) {
        let isEnded = state.withLock { state in
            if !state.isEnded { state.registration = registration }
            return state.isEnded
        }
        if isEnded { registration.dispose() }
    }

    private func end() -> (any Subscription)? {
        let (subscription, registration) = state.withLock { state in
            state.isEnded = true
            defer { (state.subscription, state.registration) = (nil, nil) }
            return (state.subscription, state.registration)
        }
        registration?.dispose()
        return subscription
    }
}
#endif
