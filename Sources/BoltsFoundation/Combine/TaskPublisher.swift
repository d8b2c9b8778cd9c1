#if canImport(Combine)
public import BoltsTasks
// Combine says nothing of Sendable. Its subscribers are called from any thread, one call at a time; this file does so.
@preconcurrency public import Combine
internal import Synchronization

/// A task as a publisher of one value.
///
/// ```swift
/// func length(of text: BoltsTask<String>) -> AnyPublisher<Int, any Error> {
///     text.publisher.map(\.count).eraseToAnyPublisher()
/// }
/// ```
///
/// Every subscriber is given the result, and then the end, or else the error; a cancelled task fails with
/// `CancellationError`. They are called on the thread that completes the task, or, where it is complete, on the one
/// that subscribes or asks for values: use `receive(on:)` to be called elsewhere.
///
/// The task runs whether or not anybody subscribes. Cancelling a subscription abandons that wait and nothing else.
public struct TaskPublisher<Success: Sendable>: Publisher, Sendable {
    /// The result of the task.
    public typealias Output = Success
    /// The error of the task.
    public typealias Failure = any Error

    private let task: BoltsTask<Success>

    init(_ task: BoltsTask<Success>) { self.task = task }

    /// Gives a subscriber its subscription.
    ///
    /// - Parameter subscriber: Whom to tell.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Success, S.Failure == any Error {
        let subscription = TaskSubscription<Success>(AnySubscriber(subscriber))
        subscriber.receive(subscription: subscription)
        task.continueWith(.immediate) { task in
            if let outcome = task.outcome { subscription.receive(outcome) }
        }
    }
}

extension BoltsTask {
    /// This task as a publisher of its result.
    public final var publisher: TaskPublisher<Success> { TaskPublisher(self) }
}

/// One subscriber's wait for a task.
private final class TaskSubscription<Success: Sendable>: Subscription, Sendable {
    private typealias Outcome = Result<Success, any Error>

    private struct State: Sendable {
        var machine = TaskSubscriptionState<Success>()
        /// Let go of at the end, so that a task that runs on does not keep whoever waited.
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
        // The subscriber leaves the lock in every case, as its `deinit` may come back here.
        let (outcome, deliver) = state.withLock { state in
            let outcome = step(&state.machine)
            let deliver = state.deliver
            if state.machine.isEnded { state.deliver = nil }
            return (outcome, deliver)
        }
        if let outcome { deliver?(outcome) }
    }
}
#endif
