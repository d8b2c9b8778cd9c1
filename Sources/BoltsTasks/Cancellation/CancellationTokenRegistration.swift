/// A closure's registration with a ``CancellationToken``.
///
/// ```swift
/// func watch(_ token: CancellationToken) {
///     let registration = token.register { print("no longer wanted") }
///     registration.dispose()   // the closure is released, and will not be called
/// }
/// ```
public struct CancellationTokenRegistration: Sendable {
    let storage: CancellationStorage?
    let key: CancellationState.Key?
    /// A closure that is called on an actor, perhaps after the token has called its observers.
    private var onActor: ActorObserver?

    init(storage: CancellationStorage?, key: CancellationState.Key?) {
        self.storage = storage
        self.key = key
    }

    func disposing(of observer: ActorObserver) -> CancellationTokenRegistration {
        var registration = self
        registration.onActor = observer
        return registration
    }

    /// Removes and releases the closure, which will not be called any more.
    ///
    /// Has no effect once the closure has been called. May be called more than once and from anywhere, including an
    /// observer of the same token.
    ///
    /// - Complexity: O(1).
    public func dispose() {
        if let storage, let key { storage.remove(key) }
        _ = onActor?.take()
    }
}
