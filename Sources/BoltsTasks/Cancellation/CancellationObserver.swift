/// An object that a token notifies when it is cancelled, without a closure having to be made for it.
protocol CancellationObserver: AnyObject, Sendable {
    /// The token was cancelled; called once, on the thread that cancels it, under no lock.
    func tokenWasCancelled()
}
