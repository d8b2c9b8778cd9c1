public import Foundation
internal import Synchronization

/// Delivers posted events to every observer.
///
/// The shared center also posts each event as a `Notification`, as Bolts did: synchronously, on the thread that posts
/// the event. A separate center isolates a test, or one part of an app.
///
/// ```swift
/// let center = MeasurementEventCenter(notificationCenter: nil)
/// let events = center.events()
/// try await AppLinkNavigation(appLink: link).navigate(events: center)
/// for await event in events { print(event.name) }
/// ```
public final class MeasurementEventCenter: Sendable {
    /// The center that is used by default.
    public static let shared = MeasurementEventCenter(notificationCenter: .default)

    private let notificationCenter: NotificationCenter?
    private let subscribers = Mutex(MeasurementSubscribers())

    /// Creates a center.
    ///
    /// - Parameter notificationCenter: The center that each event is posted to as a notification, or `nil` for none.
    public init(notificationCenter: NotificationCenter?) {
        self.notificationCenter = notificationCenter
    }

    /// Posts an event to every sequence, then as a notification.
    ///
    /// It does not wait for readers of sequences. Observers of the notification run on the calling thread before this
    /// returns. No lock is held meanwhile.
    ///
    /// - Parameter event: The event.
    public func post(_ event: MeasurementEvent) {
        for subscriber in subscribers.withLock({ $0.takers(of: event) }) { subscriber.yield(event) }
        notificationCenter?
            .post(
                name: MeasurementEvent.notificationName,
                object: event,
                userInfo: [
                    MeasurementEvent.eventNameKey: event.name.rawValue,
                    MeasurementEvent.eventArgumentsKey: event.arguments,
                ]
            )
    }

    /// The events from now on, and for the first caller those before.
    ///
    /// The subscription begins with this call, so that no event is missed before the first `await`. It ends when the
    /// reading task is cancelled or the sequence is released.
    ///
    /// Events wait for the first sequence, because the link that launches an app comes before anybody listens. At most the
    /// newest 64 wait.
    ///
    /// - Parameter capacity: How many events are buffered for a slow reader; the newest are kept.
    /// - Returns: A new sequence, for one reader.
    public func events(bufferingNewest capacity: Int = 256) -> AsyncStream<MeasurementEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: MeasurementEvent.self,
            bufferingPolicy: .bufferingNewest(capacity)
        )
        let id = subscribers.withLock { subscribers in
            // Nobody reads yet, so that this only fills the buffer.
            for event in subscribers.takeWaiting() { continuation.yield(event) }
            return subscribers.add(continuation)
        }
        continuation.onTermination = { [weak self] _ in
            // The continuation is released outside the lock.
            _ = self?.subscribers.withLock { $0.remove(id) }
        }
        return stream
    }

    /// The number of subscribed sequences.
    var subscriberCount: Int { subscribers.withLock { $0.count } }
}

struct MeasurementSubscribers {
    private var continuations: [Int: AsyncStream<MeasurementEvent>.Continuation] = [:]
    private var nextID = 0
    /// What was posted before anybody listened; `nil` once somebody has.
    private var waiting: [MeasurementEvent]? = []
    private static let maximumWaiting = 64

    var count: Int { continuations.count }

    /// The subscribers in the order in which they came; without one yet, the event waits.
    mutating func takers(of event: MeasurementEvent) -> [AsyncStream<MeasurementEvent>.Continuation] {
        if waiting != nil {
            waiting?.append(event)
            if let count = waiting?.count, count > Self.maximumWaiting { waiting?.removeFirst() }
            return []
        }
        return continuations.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The events that waited for the first subscriber, once.
    mutating func takeWaiting() -> [MeasurementEvent] {
        defer { waiting = nil }
        return waiting ?? []
    }

    mutating func add(_ continuation: AsyncStream<MeasurementEvent>.Continuation) -> Int {
        nextID += 1
        continuations[nextID] = continuation
        return nextID
    }

    mutating func remove(_ id: Int) -> AsyncStream<MeasurementEvent>.Continuation? {
        continuations.removeValue(forKey: id)
    }
}
