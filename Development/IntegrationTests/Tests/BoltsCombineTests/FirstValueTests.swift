import BoltsCombine
import BoltsTasks
@preconcurrency import Combine
import Testing

@Suite(.timeLimit(.minutes(20))) struct FirstValueTests {
    @Test(.tags(.t11)) func theFirstValueIsTheResult() {
        #expect(Just(4).firstValueTask().result == 4)
        #expect([7, 8, 9].publisher.firstValueTask().result == 7)
        let subject = PassthroughSubject<Int, Never>()
        let task = subject.firstValueTask()
        #expect(!task.isCompleted)
        subject.send(1)
        subject.send(2)
        #expect(task.result == 1)
    }

    @Test(.tags(.t11)) func aFutureBecomesATask() {
        var promise: Future<Int, any Error>.Promise?
        let future = Future<Int, any Error> { promise = $0 }
        let task = future.firstValueTask()
        #expect(!task.isCompleted)
        promise?(.success(6))
        #expect(task.result == 6)
    }

    @Test(.tags(.t11)) func theSubscriptionIsCancelledAfterTheFirstValue() {
        let log = Recorder<String>()
        let subject = PassthroughSubject<Int, Never>()
        let task =
            subject
            .handleEvents(receiveCancel: { log.add("cancelled") }, receiveRequest: { log.add("\($0)") })
            .firstValueTask()
        #expect(log.values == ["max(1)"])
        subject.send(1)
        #expect(task.isCompleted)
        #expect(log.values == ["max(1)", "cancelled"])
    }

    @Test(.tags(.t3)) func aFailureFailsAndACancellationCancels() {
        let failed = Fail<Int, any Error>(error: Fault(2)).firstValueTask()
        #expect(failed.error as? Fault == Fault(2))
        let cancelled = Fail<Int, any Error>(error: CancellationError()).firstValueTask()
        #expect(cancelled.isCancelled)
    }

    @Test(.tags(.t3)) func completionWithoutAValueFailsTheTask() throws {
        let task = Empty<Int, Never>().firstValueTask()
        let error = try #require(task.error as? MissingValueError)
        #expect("\(error)".contains("replaceEmpty(with:)"))
    }

    @Test(.tags(.t9)) func aTokenCancelsAtOnceAndUnsubscribes() {
        let log = Recorder<String>()
        let subject = PassthroughSubject<Int, Never>()
        let token = CancellationTokenSource()
        let task = subject.handleEvents(receiveCancel: { log.add("cancelled") })
            .firstValueTask(cancellationToken: token.token)
        token.cancel()
        #expect(task.isCancelled)
        #expect(log.values == ["cancelled"])
        subject.send(1)
        #expect(task.isCancelled)
    }

    @Test(.tags(.t9)) func aCancelledTokenMeansNoSubscription() {
        let log = Recorder<String>()
        let token = CancellationTokenSource()
        token.cancel()
        let task = Just(1).handleEvents(receiveSubscription: { _ in log.add("subscribed") })
            .firstValueTask(cancellationToken: token.token)
        #expect(task.isCancelled && log.values.isEmpty)
    }

    @Test(.tags(.t9)) func aSubscriptionThatComesAfterTheCancellationIsCancelled() {
        let late = LatePublisher()
        let token = CancellationTokenSource()
        let task = late.firstValueTask(cancellationToken: token.token)
        token.cancel()
        #expect(task.isCancelled)
        late.hand()
        #expect(late.log.values == ["cancelled"])
    }

    @Test(.tags(.t6)) func aPublisherThatDropsItsSubscriberFailsTheTask() throws {
        let late = LatePublisher()
        let task = late.firstValueTask()
        late.forget()
        let error = try #require(task.error as? AbandonedTaskError)
        #expect(error.file?.hasSuffix("FirstValueTests.swift") == true)
        // A long-lived token retains nothing.
        let token = CancellationTokenSource()
        let withToken = late.firstValueTask(cancellationToken: token.token)
        late.forget()
        #expect(withToken.error is AbandonedTaskError)
    }

    @Test(.tags(.t9)) func aTokenDoesNotRetainTheWaiter() {
        let token = CancellationTokenSource()
        let subject = PassthroughSubject<Int, Never>()
        weak var kept: Canary?
        do {
            let canary = Canary()
            kept = canary
            let task = subject.handleEvents(receiveOutput: { _ in withExtendedLifetime(canary) {} })
                .firstValueTask(cancellationToken: token.token)
            subject.send(1)
            #expect(task.result == 1)
        }
        #expect(kept == nil)
    }
}

/// A publisher that delays the subscription.
private final class LatePublisher: Publisher {
    typealias Output = Int
    typealias Failure = Never

    let log = Recorder<String>()
    private var subscriber: AnySubscriber<Int, Never>?

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        self.subscriber = AnySubscriber(subscriber)
    }

    func hand() { subscriber?.receive(subscription: LoggedSubscription(log: log)) }
    func forget() { subscriber = nil }
}

private final class LoggedSubscription: Subscription {
    private let log: Recorder<String>

    init(log: Recorder<String>) { self.log = log }

    func request(_ demand: Subscribers.Demand) { log.add("\(demand)") }
    func cancel() { log.add("cancelled") }
}
