internal import Synchronization

/// One sequence's place among a center's subscribers, which it leaves when the sequence is released.
final class MeasurementSubscription: Sendable {
    /// The state that a center and its sequences share, so that a sequence does not retain its center.
    final class Subscribers: Sendable {
        let state = Mutex(MeasurementSubscribers())
    }

    private let subscribers: Subscribers
    private let id: Int

    init(_ subscribers: Subscribers, capacity: Int) {
        self.subscribers = subscribers
        id = subscribers.state.withLock { $0.add(capacity: capacity) }
    }

    deinit { end() }

    /// The next event; `nil` once the subscription has ended.
    func next() async -> MeasurementEvent? {
        await withCheckedContinuation { reader in
            let event = subscribers.state.withLock { $0.next(of: id, reader) }
            if let event { reader.resume(returning: event) }
        }
    }

    func end() { subscribers.state.withLock { $0.remove(id) }?.resume(returning: nil) }
}
