internal import Synchronization

/// The closure of a registration that is called on an actor, which may be disposed of on the way there.
final class ActorObserver: Sendable {
    private let closure: Mutex<(@Sendable () -> Void)?>

    init(_ closure: @escaping @Sendable () -> Void) { self.closure = Mutex(closure) }

    /// Takes the closure out: it is called once, or released outside the lock.
    func take() -> (@Sendable () -> Void)? {
        closure.withLock { closure in
            defer { closure = nil }
            return closure
        }
    }
}
