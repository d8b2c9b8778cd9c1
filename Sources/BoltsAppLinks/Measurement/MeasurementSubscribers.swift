/// The sequences of a center, their unread events, and the events that wait for a sequence.
///
/// A plain value without a lock. Its methods return the readers that can continue, which the caller resumes outside the lock.
struct MeasurementSubscribers {
    typealias Reader = CheckedContinuation<MeasurementEvent?, Never>

    private struct Subscriber {
        let capacity: Int
        /// The events that were posted before the subscription, which its capacity does not limit.
        var earlier: [MeasurementEvent]
        var unread: [MeasurementEvent] = []
        var reader: Reader?

        mutating func takeFirst() -> MeasurementEvent? {
            if !earlier.isEmpty { return earlier.removeFirst() }
            return unread.isEmpty ? nil : unread.removeFirst()
        }
    }

    private static let maximumWaiting = 64

    private var subscribers: [Int: Subscriber] = [:]
    private var nextID = 0
    /// The events that were posted without a subscriber, and those that the last subscriber left unread.
    private var waiting: [MeasurementEvent] = []
    private var isClosed = false

    var count: Int { subscribers.count }

    mutating func add(capacity: Int) -> Int {
        nextID += 1
        subscribers[nextID] = Subscriber(capacity: max(0, capacity), earlier: waiting)
        waiting = []
        return nextID
    }

    /// Gives an event to all subscribers, in the order in which they came; without one, the event waits.
    mutating func post(_ event: MeasurementEvent) -> [Reader] {
        if subscribers.isEmpty {
            keep([event])
            return []
        }
        return subscribers.keys.sorted().compactMap { id in
            if let reader = subscribers[id]?.reader.take() { return reader }
            subscribers[id]?.unread.append(event)
            if let subscriber = subscribers[id], subscriber.unread.count > subscriber.capacity {
                subscribers[id]?.unread.removeFirst()
            }
            return nil
        }
    }

    /// Reads the next event; `nil` if the reader waits, else the result with which to resume it.
    mutating func next(of id: Int, _ reader: Reader) -> MeasurementEvent?? {
        guard subscribers[id] != nil else { return .some(nil) }
        if let event = subscribers[id]?.takeFirst() { return event }
        if isClosed { return .some(nil) }
        precondition(subscribers[id]?.reader == nil, "a sequence of events has one reader")
        subscribers[id]?.reader = reader
        return nil
    }

    /// Ends a subscription, whose reader is returned; events that the last subscriber did not read wait for the next one.
    mutating func remove(_ id: Int) -> Reader? {
        guard let subscriber = subscribers.removeValue(forKey: id) else { return nil }
        if subscribers.isEmpty { keep(subscriber.earlier + subscriber.unread) }
        return subscriber.reader
    }

    /// Ends all sequences once they have read the existing events; returns the waiting readers, whose sequences end.
    mutating func close() -> [Reader] {
        isClosed = true
        return subscribers.keys.sorted().compactMap { subscribers[$0]?.reader.take() }
    }

    private mutating func keep(_ events: [MeasurementEvent]) {
        waiting = (waiting + events).suffix(Self.maximumWaiting)
    }
}
