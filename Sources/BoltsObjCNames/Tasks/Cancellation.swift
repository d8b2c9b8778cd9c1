public import BoltsTasks

extension CancellationTokenSource {
    /// Creates a source.
    @available(*, deprecated, renamed: "init()")
    public static func cancellationTokenSource() -> CancellationTokenSource { CancellationTokenSource() }

    /// Whether cancellation has been requested.
    @available(*, deprecated, renamed: "isCancellationRequested")
    public var cancellationRequested: Bool { isCancellationRequested }

    /// Cancels after a delay in milliseconds: immediately for 0; -1 cancels the scheduled cancellation.
    ///
    /// Bolts stopped the program for values below -1. Here they also cancel the scheduled cancellation.
    @available(*, deprecated, message: "Use 'cancel(after: .milliseconds(…))' or 'cancelScheduledCancellation()'.")
    public func cancelAfterDelay(_ milliseconds: Int32) {
        if milliseconds < 0 {
            cancelScheduledCancellation()
        } else {
            cancel(after: .milliseconds(Int64(milliseconds)))
        }
    }

    /// Cancels after a delay in milliseconds: immediately for 0; -1 cancels the scheduled cancellation.
    @available(*, deprecated, message: "Use 'cancel(after: .milliseconds(…))' or 'cancelScheduledCancellation()'.")
    public func cancel(afterDelay milliseconds: Int32) { cancelAfterDelay(milliseconds) }
}

extension CancellationToken {
    /// Whether cancellation has been requested.
    @available(*, deprecated, renamed: "isCancellationRequested")
    public var cancellationRequested: Bool { isCancellationRequested }

    /// Calls a block on cancellation, or immediately if cancellation has been requested.
    @available(*, deprecated, renamed: "register(_:)")
    @discardableResult
    public func registerCancellationObserverWithBlock(
        _ block: @escaping @Sendable () -> Void
    ) -> BoltsRegistration {
        register(block)
    }

    /// Calls a block on cancellation, or immediately if cancellation has been requested.
    @available(*, deprecated, renamed: "register(_:)")
    @discardableResult
    public func registerCancellationObserver(
        _ block: @escaping @Sendable () -> Void
    ) -> BoltsRegistration {
        register(block)
    }
}
