internal import Synchronization

/// The closure of a registration that is called later than the token calls its observers: on an actor, or once the stack has
/// room.
///
/// It may be disposed of before that.
final class PendingObserver: Sendable {
    private let closure: Mutex<(@Sendable () -> Void)?>

    init(_ closure: @escaping @Sendable () -> Void) { self.closure = Mutex(closure) }

    /// Removes the closure: it is called once, or released outside the lock.
    func take() -> (@Sendable () -> Void)? {
        closure.withLock { closure in
            defer { closure = nil }
            return closure
        }
    }
}
