internal import CBoltsTasks

/// Tells work that its result is no longer wanted.
///
/// A ``CancellationTokenSource`` makes the token. The work checks it, registers an observer, or passes it to
/// continuations:
///
/// ```swift
/// func count(_ text: BoltsTask<String>, _ token: CancellationToken) -> BoltsTask<Int> {
///     text.continueOnSuccessWith(cancellationToken: token) { text in
///         try token.throwIfCancellationRequested()
///         return text.count
///     }
/// }
/// ```
///
/// One token can be used by any number of operations. It can be read even after its source was released.
@frozen public struct CancellationToken: Sendable {
    @usableFromInline let storage: CancellationStorage?

    @usableFromInline
    init(storage: CancellationStorage?) { self.storage = storage }

    /// A token that is never cancelled.
    @inlinable
    public static var none: CancellationToken { CancellationToken(storage: nil) }

    /// Whether the token has been cancelled.
    public var isCancellationRequested: Bool { storage?.isCancellationRequested ?? false }

    /// Why the token has been cancelled; `nil` if it has not been, or if no reason was given.
    ///
    /// The reason is the error that was given to ``CancellationTokenSource/cancel(reason:)``. It is a ``TaskTimeoutError`` after a
    /// timeout, set by ``CancellationTokenSource/cancel(after:clock:)`` or by `timeout` for the work it started. For work that
    /// `map(_:atMost:)` cancels after a failure, it is the error of the work that failed. A linked source has the reason of the
    /// token that cancelled it.
    ///
    /// ```swift
    /// func isWanted(_ token: CancellationToken) -> Bool {
    ///     guard token.isCancellationRequested else { return true }
    ///     if let timeout = token.cancellationReason as? TaskTimeoutError { print("too slow:", timeout) }
    ///     return false
    /// }
    /// ```
    public var cancellationReason: (any Error)? { storage?.reason }

    /// Throws if the token has been cancelled.
    ///
    /// - Throws: `CancellationError`.
    public func throwIfCancellationRequested() throws {
        if isCancellationRequested { throw CancellationError() }
    }

    /// Registers a closure, which is called on the thread that cancels the token.
    func addObserver(_ observer: @escaping @Sendable () -> Void) -> BoltsRegistration {
        let observer = bolts_diagnostics_contain(ClosureWrappers.bit) ? ClosureWrappers.wrap(observer) : observer
        switch storage?.add(.closure(observer)) {
        case .added(let key): return BoltsRegistration(storage: storage, key: key)
        case .cancelled: return CancellationToken.call(observer)
        case .never, nil: return BoltsRegistration(storage: nil, key: nil)
        }
    }

    /// Calls an observer of a token that is cancelled already.
    private static func call(_ observer: @escaping @Sendable () -> Void) -> BoltsRegistration {
        var registration = BoltsRegistration(storage: nil, key: nil)
        DeferredCall.callNowOrLater(observer) {
            let pending = PendingObserver(observer)
            registration = registration.disposing(of: pending)
            return DeferredCall { pending.take()?() }
        }
        return registration
    }

    /// Cancels a source when this token is cancelled, or now if it is cancelled already.
    func register(_ link: CancellationLink) -> BoltsRegistration {
        switch storage?.add(.link(link)) {
        case .added(let key): return BoltsRegistration(storage: storage, key: key)
        case .cancelled: link.storage.cancel(cancellationReason)
        case .never, nil: break
        }
        return BoltsRegistration(storage: nil, key: nil)
    }
}
