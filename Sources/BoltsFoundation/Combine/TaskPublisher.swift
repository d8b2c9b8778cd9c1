#if canImport(Combine)
public import BoltsTasks
// Combine does not annotate its types with Sendable. Subscribers may be called from any thread, one call at a time,
// which this file ensures.
@unsafe @preconcurrency public import Combine
internal import Synchronization

/// A publisher of a task's result.
///
/// ```swift
/// func length(of text: BoltsTask<String>) -> AnyPublisher<Int, any Error> {
///     text.publisher.map(\.count).eraseToAnyPublisher()
/// }
/// ```
///
/// Every subscriber receives the result and the completion, or the error; a cancelled task fails with `CancellationError`.
/// Subscribers are called on the thread that completes the task or, if it is already complete, on the thread that subscribes or
/// requests values; use `receive(on:)` to choose another.
///
/// The task runs even without a subscriber. Cancelling a subscription ends only that wait.
public struct TaskPublisher<Success: Sendable>: Publisher, Sendable {
    /// The result of the task.
    public typealias Output = Success
    /// The error of the task.
    public typealias Failure = any Error

    private let task: BoltsTask<Success>

    init(_ task: BoltsTask<Success>) { self.task = task }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: The subscriber.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Success, S.Failure == any Error {
        let subscription = TaskSubscription<Success>(AnySubscriber(subscriber))
        subscriber.receive(subscription: subscription)
        task.continueWith(.immediate) { task in
            if let outcome = task.outcome { subscription.receive(outcome) }
        }
    }
}

extension BoltsTask {
    /// A publisher of this task's result.
    public final var publisher: TaskPublisher<Success> { TaskPublisher(self) }
}

/// One subscriber's wait for a task.
private final class TaskSubscription<Success: Sendable>: Subscription, Sendable {
    private typealias Outcome = Result<Success, any Error>

    private struct State: Sendable {
        var machine = TaskSubscriptionState<Success>()
        /// Calls the subscriber; released at the end, so that a pending task does not retain its former subscribers.
        var deliver: (@Sendable (Outcome) -> Void)?
    }

    private let state: Mutex<State>

    init(_ subscriber: AnySubscriber<Success, any Error>) {
        let state = State { outcome in
            switch outcome {
            case .success(let result):
                _ = subscriber.receive(result)
                subscriber.receive(completion: .finished)
            case .failure(let error):
                subscriber.receive(completion: .failure(error))
            }
        }
        self.state = Mutex(state)
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        tell { $0.request() }
    }

    func receive(_ outcome: Result<Success, any Error>) {
        tell { $0.receive(outcome) }
    }

    func cancel() {
        tell { $0.cancel() }
    }

    private func tell(_ step: (inout TaskSubscriptionState<Success>) -> Outcome?) {
        // The subscriber is released outside the lock in every case: its `deinit` may call this object.
        let (outcome, deliver) = state.withLock { state in
            let outcome = step(&state.machine)
            let deliver = state.deliver
            if state.machine.isEnded { state.deliver = nil }
            return (outcome, deliver)
        }
        withExtendedLifetime(deliver) {
            if let outcome { deliver?(outcome) }
        }
    }
}
#endif
