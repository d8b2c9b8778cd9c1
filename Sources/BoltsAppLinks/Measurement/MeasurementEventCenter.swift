public import Foundation
internal import Synchronization

/// Delivers posted events to every observer.
///
/// The shared center also posts each event as a `Notification`, as Bolts did: synchronously, on the thread that posts
/// the event. A separate center isolates a test, or one part of an app.
///
/// ```swift
/// let center = MeasurementEventCenter()
/// let events = center.events()
/// try await AppLinkNavigation(appLink: link).navigate(events: center)
/// for await event in events { print(event.name) }
/// ```
public final class MeasurementEventCenter: Sendable {
    /// The center that is used by default.
    public static let shared = MeasurementEventCenter(notificationCenter: .default)

    private let notificationCenter: NotificationCenter?
    private let subscribers = MeasurementSubscription.Subscribers()

    /// Creates a center.
    ///
    /// - Parameter notificationCenter: The center that each event is posted to as a notification, or `nil` for none.
    public init(notificationCenter: NotificationCenter? = nil) {
        self.notificationCenter = notificationCenter
    }

    deinit {
        for reader in subscribers.state.withLock({ $0.close() }) { reader.resume(returning: nil) }
    }

    /// Posts an event to every sequence, then as a notification.
    ///
    /// It does not wait for readers of sequences. Observers of the notification run on the calling thread before this
    /// returns. No lock is held meanwhile.
    package func post(_ event: MeasurementEvent) {
        for reader in subscribers.state.withLock({ $0.post(event) }) { reader.resume(returning: event) }
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

    /// Returns the waiting events and all later ones.
    ///
    /// The subscription begins with this call, so no event is missed before the first `await`. It ends when the reading task is
    /// cancelled or the sequence is released.
    ///
    /// While there is no sequence, events wait for the next one, because the link that launches an app arrives before any code
    /// listens. Events that the last sequence did not read wait too. At most 64 events wait; the newest are kept.
    ///
    /// - capacity: The maximum number of buffered events for a slow reader, in addition to those that waited; the newest are
    ///   kept.
    /// - Returns: A new sequence, for one reader.
    public func events(bufferingNewest capacity: Int = 256) -> AsyncStream<MeasurementEvent> {
        let subscription = MeasurementSubscription(subscribers, capacity: capacity)
        return AsyncStream { [subscription] in
            await subscription.next()
        } onCancel: { [weak subscription] in
            subscription?.end()
        }
    }

    /// The number of subscribed sequences.
    var subscriberCount: Int { subscribers.state.withLock { $0.count } }
}
