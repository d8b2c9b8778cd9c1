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
        for subscriber in subscribers.withLock({ $0.all }) { subscriber.yield(event) }
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

    /// The events from now on.
    ///
    /// The subscription begins with this call, so that no event is missed before the first `await`. It ends when the
    /// reading task is cancelled or the sequence is released.
    ///
    /// - Parameter capacity: How many events are buffered for a slow reader; the newest are kept.
    /// - Returns: A new sequence, for one reader.
    public func events(bufferingNewest capacity: Int = 256) -> AsyncStream<MeasurementEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: MeasurementEvent.self,
            bufferingPolicy: .bufferingNewest(capacity)
        )
        let id = subscribers.withLock { $0.add(continuation) }
        continuation.onTermination = { [weak self] _ in
            // The continuation is released outside the lock.
            _ = self?.subscribers.withLock { $0.remove(id) }
        }
        return stream
    }

    /// The number of subscribed sequences.
    var subscriberCount: Int { subscribers.withLock { $0.count } }
}

/// The subscribers of a center.
struct MeasurementSubscribers {
    private var continuations: [Int: AsyncStream<MeasurementEvent>.Continuation] = [:]
    private var nextID = 0

    var count: Int { continuations.count }

    /// The subscribers in the order in which they came.
    var all: [AsyncStream<MeasurementEvent>.Continuation] {
        continuations.sorted { $0.key < $1.key }.map(\.value)
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
