extension CancellationToken {
    /// Registers a closure to be called when the token is cancelled.
    ///
    /// The closure is called once, on the thread that cancels the token, in the order of registration and under no
    /// lock. If the token is cancelled already, it is called before this method returns. Then it is released.
    ///
    /// A closure that cancels another token returns after that token's observers have been called. The exception is a chain of
    /// thousands of nested calls or registrations: when the thread's stack is low, the outermost call runs the remaining
    /// observers in order.
    ///
    /// A closure that is written in code of the main actor or of an actor is called on that actor: directly if the token is
    /// cancelled there, otherwise after a hop. If the registration is disposed of on that actor before the call, the closure is
    /// not called.
    ///
    /// - Parameter observer: The closure.
    /// - Returns: The registration; dispose of it to remove the closure.
    /// - Complexity: O(1).
    @discardableResult
    public func register(
        @_inheritActorContext(always) _ observer: @escaping @Sendable @isolated(any) () -> Void
    ) -> BoltsRegistration {
        let isolation = observer.isolation
        // The closure is also called through the nonisolated type, as `BoltsTask+Then.swift` explains, so the isolation is
        // passed separately.
        let plain = unsafe unsafeBitCast(observer, to: (@Sendable () -> Void).self)
        guard let isolation else { return addObserver(plain) }
        let observer = PendingObserver(plain)
        return addObserver {
            BoltsTask<Void>(result: ()).continueWith(BoltsExecutor(actor: isolation)) { _ in observer.take()?() }
        }
        .disposing(of: observer)
    }
}
