/// A registration of a closure, a handler or an observer; disposing of it removes what is registered.
///
/// ``CancellationToken/register(_:)`` and ``TaskDiagnostics/addObserver(_:)`` return one. Releasing it removes nothing.
///
/// ```swift
/// func watch(_ token: CancellationToken) {
///     let registration = token.register { print("no longer wanted") }
///     registration.dispose()   // the closure is released, and will not be called
/// }
/// ```
public struct BoltsRegistration: Sendable {
    let storage: CancellationStorage?
    let key: CancellationState.Key?
    /// A closure that may be called after the token has called its observers.
    private var pending: PendingObserver?
    /// Unregisters a registration that is not with a token.
    private var remove: (@Sendable () -> Void)?

    init(storage: CancellationStorage?, key: CancellationState.Key?) {
        self.storage = storage
        self.key = key
    }

    /// Creates a registration; the closure that removes it may be called more than once and from anywhere.
    package init(removing remove: @escaping @Sendable () -> Void) {
        self.init(storage: nil, key: nil)
        self.remove = remove
    }

    func disposing(of observer: PendingObserver) -> BoltsRegistration {
        var registration = self
        registration.pending = observer
        return registration
    }

    /// Removes and releases what is registered; it is not called again.
    ///
    /// A call that has begun continues, and events on other threads at this moment may still be reported. Has no effect after
    /// the last call. May be called more than once, from any thread, and by the registered closure itself.
    ///
    /// - Complexity: O(1) for a closure that is registered with a token.
    public func dispose() {
        if let storage, let key { storage.remove(key) }
        _ = pending?.take()
        remove?()
    }
}
