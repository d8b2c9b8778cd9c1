/// One closure's registration with a ``CancellationToken``.
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

    /// Takes the closure back: unless it has been called, it will not be.
    ///
    /// May be called from anywhere, an observer of the same token included, and more than once.
    ///
    /// - Complexity: O(1).
    public func dispose() {
        if let storage, let key { storage.remove(key) }
    }
}
