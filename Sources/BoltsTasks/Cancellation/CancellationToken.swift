/// Tells work that its result is no longer wanted.
///
/// A token is made by a ``CancellationTokenSource`` and handed to the work, which looks at it, registers with it, or
/// gives it to continuations:
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
/// One token serves any number of operations. It stays readable when its source is gone.
public struct CancellationToken: Sendable {
    @usableFromInline let storage: CancellationStorage?

    @usableFromInline
    init(storage: CancellationStorage?) { self.storage = storage }

    /// A token that is never cancelled.
    @inlinable
    public static var none: CancellationToken { CancellationToken(storage: nil) }

    /// Whether the work's result is no longer wanted.
    public var isCancellationRequested: Bool { storage?.isCancellationRequested ?? false }

    /// Ends the caller's work if its result is no longer wanted.
    ///
    /// - Throws: `CancellationError` once the token is cancelled.
    public func throwIfCancellationRequested() throws {
        if isCancellationRequested { throw CancellationError() }
    }

    /// Has a closure called when the token is cancelled.
    ///
    /// It is called once, on the thread that cancels, in the order of registration and under no lock; at once if the
    /// token is cancelled already. Then it is released.
    ///
    /// - Parameter observer: What to call.
    /// - Returns: The registration; disposing of it takes the closure back.
    /// - Complexity: O(1).
    @discardableResult
    public func register(_ observer: @escaping @Sendable () -> Void) -> CancellationTokenRegistration {
        register(.closure(observer)) { observer() }
    }

    /// Cancels a source with this token: at once if it is cancelled already.
    func register(_ link: CancellationLink) -> CancellationTokenRegistration {
        register(.link(link)) { link.storage.cancel() }
    }

    private func register(
        _ observer: CancellationState.Observer,
        orTell tell: () -> Void
    ) -> CancellationTokenRegistration {
        switch storage?.add(observer) {
        case .added(let key): return CancellationTokenRegistration(storage: storage, key: key)
        case .cancelled: tell()
        case .never, nil: break
        }
        return CancellationTokenRegistration(storage: nil, key: nil)
    }
}
