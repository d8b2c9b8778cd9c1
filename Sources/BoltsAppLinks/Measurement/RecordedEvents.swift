internal import Foundation
internal import Synchronization

/// The measurement events of a test, and the center that receives them.
///
/// ```swift
/// let (opener, recorded) = (RecordingOpener(installed: ["shelf"]), RecordedEvents())
/// try await AppLinkNavigation(appLink: link).navigate(opener: opener, events: recorded.center)
/// print(recorded.events.map(\.name))      // [al_nav_out]
/// ```
public final class RecordedEvents: Sendable {
    /// The center to give to the code under test.
    public let center: MeasurementEventCenter

    private let list: EventList

    /// Creates a center and records the events that are posted to it.
    public init() {
        let notifications = NotificationCenter()
        let list = EventList()
        _ = notifications.addObserver(forName: MeasurementEvent.notificationName, object: nil, queue: nil) { note in
            // The notification is posted on the thread of the event, before `post` returns.
            if let event = note.object as? MeasurementEvent { list.events.withLock { $0.append(event) } }
        }
        center = MeasurementEventCenter(notificationCenter: notifications)
        self.list = list
    }

    /// The events so far, in order.
    public var events: [MeasurementEvent] { list.events.withLock { $0 } }
}

private final class EventList: Sendable {
    let events = Mutex<[MeasurementEvent]>([])
}
