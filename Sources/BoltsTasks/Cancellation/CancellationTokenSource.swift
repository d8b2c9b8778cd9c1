internal import Synchronization

/// Makes a ``CancellationToken`` and cancels it.
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
    private let links: [CancellationTokenRegistration]

    /// Creates a source whose token nobody has cancelled.
    public init() { links = [] }

    /// Creates a source that is cancelled when any of some other tokens is.
    ///
    /// Those tokens keep it until then: dispose of a source that is linked to a token of a long life.
    ///
    /// - Parameter tokens: The other tokens. If one is cancelled already, so is this source.
    public init(linkedTo tokens: CancellationToken...) {
        let link = CancellationLink(storage: storage, timer: timer)
        links = tokens.map { $0.register(link) }
    }

    deinit {
        // Nobody can cancel any more, unless a timer or another token still will.
        if !timer.isSet, links.isEmpty { storage.dispose() }
    }

    /// The token to hand to the work.
    public var token: CancellationToken { CancellationToken(storage: storage) }

    /// Whether the token has been cancelled.
    public var isCancellationRequested: Bool { storage.isCancellationRequested }

    /// Cancels the token: every observer is called, on this thread, in the order of registration.
    ///
    /// A second call has no effect, nor has one after ``dispose()``.
    public func cancel() {
        timer.stop()
        storage.cancel()
    }

    /// Cancels the token some time from now.
    ///
    /// A later call replaces an earlier one; no run loop is needed.
    ///
    /// - Parameters:
    ///   - delay: The time from now. Zero or less cancels at once.
    ///   - clock: What measures it.
    public func cancel(after delay: Duration, clock: some Clock<Duration> = ContinuousClock()) {
        guard delay > .zero else { return cancel() }
        let task = Task { [storage] in
            do {
                try await clock.sleep(for: delay.forTimer)
            } catch {
                return  // Stopped: by `stop()`, or by another call.
            }
            storage.cancel()
        }
        timer.set(task)
        // Cancelled in the meantime, or long before: then there is nothing to wait for.
        if storage.isCancellationRequested { timer.stop() }
    }

    /// Stops a cancellation that ``cancel(after:clock:)`` has scheduled.
    public func cancelScheduledCancellation() { timer.stop() }

    /// Forgets every observer, stops a scheduled cancellation, and lets go of linked tokens.
    ///
    /// The token stays readable and can no longer be cancelled. May be called from anywhere, and more than once.
    public func dispose() {
        timer.stop()
        for link in links { link.dispose() }
        storage.dispose()
    }
}
