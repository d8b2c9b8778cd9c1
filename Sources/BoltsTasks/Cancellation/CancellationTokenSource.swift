internal import Synchronization

/// Creates a ``CancellationToken`` and cancels it.
///
/// ```swift
/// func search(_ find: @Sendable (CancellationToken) -> BoltsTask<Int>) -> BoltsTask<Int> {
///     let source = CancellationTokenSource()
///     source.cancel(after: .seconds(10))
///     return find(source.token).finally { source.dispose() }
/// }
/// ```
public final class CancellationTokenSource: Sendable {
    private let storage = CancellationStorage()
    private let timer = CancellationTimer()
    private let links: [BoltsRegistration]

    /// Creates a source whose token is not cancelled.
    public init() { links = [] }

    /// Creates a source that is cancelled when any of the given tokens is.
    ///
    /// The tokens retain this source until then: call ``dispose()`` on a source that is linked to a long-lived token.
    ///
    /// - Parameter tokens: The tokens. If one is cancelled already, so is this source.
    public init(linkedTo tokens: CancellationToken...) {
        let link = CancellationLink(storage: storage, timer: timer)
        links = tokens.map { $0.register(link) }
    }

    deinit {
        // Nobody can cancel the token any more, except a timer or another token.
        if !timer.isSet, links.isEmpty { storage.dispose() }
    }

    /// The token to pass to the work.
    public var token: CancellationToken { CancellationToken(storage: storage) }

    /// Whether the token has been cancelled.
    public var isCancellationRequested: Bool { storage.isCancellationRequested }

    /// Cancels the token, and calls its observers on this thread, in the order of registration.
    ///
    /// Has no effect if the token is cancelled already, or after ``dispose()``. Observers may cancel other sources, in a chain of
    /// any length: when the thread's stack is low, ``CancellationToken/isCancellationRequested`` is set at once, and the outermost
    /// call on this thread calls the observers.
    ///
    /// Tasks that it cancels are cancelled as by any token: code that awaits one catches `CancellationError`. Everybody who has
    /// the token finds the reason in ``CancellationToken/cancellationReason``, even while observers are being called.
    ///
    /// ```swift
    /// struct SignedOut: Error {}
    ///
    /// func signOut(_ session: CancellationTokenSource) { session.cancel(reason: SignedOut()) }
    /// ```
    ///
    /// - Parameter reason: Why, if the result being no longer wanted is not the reason. Ignored if the token is cancelled
    ///   already.
    public func cancel(reason: (any Error)? = nil) {
        timer.stop()
        storage.cancel(reason)
    }

    /// Cancels the token after a delay.
    ///
    /// A later call replaces an earlier one. No run loop is needed. The token's reason is then a ``TaskTimeoutError``.
    ///
    /// - Parameters:
    ///   - delay: The time from now. Zero or less cancels immediately.
    ///   - clock: The clock that measures the delay.
    public func cancel(after delay: Duration, clock: some Clock<Duration> = ContinuousClock()) {
        guard delay > .zero else { return cancel(reason: TaskTimeoutError(duration: delay)) }
        let task = Task { [storage] in
            do {
                try await clock.sleep(for: delay.forTimer)
            } catch {
                return  // Stopped by `stop()`, or by a later call.
            }
            storage.cancel(TaskTimeoutError(duration: delay))
        }
        timer.set(task)
        // A token that is cancelled or disposed of needs no timer. This is checked after the timer was set, because either may
        // happen meanwhile.
        if !storage.isCancellable { timer.stop() }
    }

    /// Stops a cancellation that ``cancel(after:clock:)`` scheduled.
    public func cancelScheduledCancellation() { timer.stop() }

    /// Releases every observer, stops a scheduled cancellation, and unlinks the source from other tokens.
    ///
    /// The token can still be read, and can no longer be cancelled. May be called more than once and from anywhere.
    public func dispose() {
        for link in links { link.dispose() }
        storage.dispose()
        // This comes last, because a timer that is set from now on is stopped immediately.
        timer.stop()
    }
}
