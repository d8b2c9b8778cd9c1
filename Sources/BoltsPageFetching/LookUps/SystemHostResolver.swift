public import BoltsTasks

/// The system's own resolver, `getaddrinfo`.
///
/// A look-up blocks a thread and cannot be stopped. Up to 32 run at a time, and up to 4 of one domain, so a dead name server
/// delays only its own domain. A look-up that takes too long is abandoned and no longer counts among the 32. All resolvers of
/// the process share these limits.
///
/// ```swift
/// let addresses = try await SystemHostResolver().addresses(of: "example.com", cancellationToken: .none).value
/// ```
public struct SystemHostResolver: HostResolving {
    private let timeout: Duration

    /// Creates a resolver.
    ///
    /// - Parameter timeout: How long one look-up may take. Waiting for other look-ups does not count.
    public init(timeout: Duration = .seconds(3)) {
        self.timeout = timeout
    }

    /// Looks up the addresses of a name on a separate thread.
    ///
    /// - Parameters:
    ///   - host: A name.
    ///   - cancellationToken: Cancels the task immediately and abandons the look-up.
    /// - Returns: A task of the addresses, which completes on a background thread. A name that does not exist has none.
    ///   The task fails with ``PageError`` of code ``PageError/Code/timedOut`` if the look-up takes too long.
    public func addresses(of host: String, cancellationToken: CancellationToken) -> BoltsTask<[HostAddress]> {
        HostLookUps.shared.addresses(of: host, timeout: timeout, cancellationToken: cancellationToken)
    }
}
