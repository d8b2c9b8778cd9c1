public import Foundation
internal import Synchronization

/// Where events are posted, and from where they reach everyone who listens.
///
/// The shared center also posts each event as a `Notification`, as Bolts did: synchronously, on the thread of whoever
/// posts. A center of one's own keeps a test, or one part of an app, to itself.
///
/// ```swift
/// let center = MeasurementEventCenter(notificationCenter: nil)
/// let events = center.events()
/// AppLinkNavigation(appLink: link).navigate(events: center)
/// for await event in events { print(event.name) }
/// ```
public final class MeasurementEventCenter: Sendable {
    /// The center that everything posts to when nothing is said.
    public static let shared = MeasurementEventCenter(notificationCenter: .default)

    private let notificationCenter: NotificationCenter?
    private let subscribers = Mutex(MeasurementSubscribers())

    /// Makes a center.
    ///
    /// - Parameter notificationCenter: Where to post each event as a notification, or `nil` for nowhere.
    public init(notificationCenter: NotificationCenter?) {
        self.notificationCenter = notificationCenter
    }

    /// Posts an event to every sequence, then as a notification.
    ///
    /// Nothing waits for a reader. Observers of the notification run on this thread, before this returns. No lock is
    /// held while anything is told.
    ///
    /// - Parameter event: What happened.
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
    /// Listening begins with this call, not with the first `await`, so that nothing is missed between the two. It ends
    /// when the reading task is cancelled or the sequence is let go.
    ///
    /// - Parameter capacity: How many events wait for a slow reader; the newest are kept.
    /// - Returns: A sequence of its own, for one reader.
    public func events(bufferingNewest capacity: Int = 256) -> AsyncStream<MeasurementEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: MeasurementEvent.self,
            bufferingPolicy: .bufferingNewest(capacity)
        )
        let id = subscribers.withLock { $0.add(continuation) }
        continuation.onTermination = { [weak self] _ in
            // What is removed is let go outside the lock.
            _ = self?.subscribers.withLock { $0.remove(id) }
        }
        return stream
    }

    /// How many sequences listen.
    var subscriberCount: Int { subscribers.withLock { $0.count } }
}

/// Who listens to a center.
struct MeasurementSubscribers {
    private var continuations: [Int: AsyncStream<MeasurementEvent>.Continuation] = [:]
    private var nextID = 0

    var count: Int { continuations.count }

    /// In the order in which they came.
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
