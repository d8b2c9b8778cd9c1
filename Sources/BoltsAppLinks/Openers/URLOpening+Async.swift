import BoltsTasks

extension URLOpening {
    /// Opens a URL in whatever the system opens it with, from `async` code.
    ///
    /// Cancelling the calling Swift task cancels the work, as far as the system lets it be.
    ///
    /// - Parameter url: The URL, whose scheme has passed the policy of whoever calls.
    /// - Returns: Whether something opened it.
    /// - Throws: The error of the opener if it could not work; `CancellationError`.
    public func open(_ url: OpenableURL) async throws -> Bool {
        try await withCancellationToken { open(url, cancellationToken: $0) }
    }

    /// Says whether something would open a URL, from `async` code; opens nothing.
    ///
    /// - Parameter url: The URL.
    /// - Returns: The system's answer, which may be false: iOS denies every scheme that the app has not declared.
    /// - Throws: The error of the opener if it could not work; `CancellationError`.
    public func canOpen(_ url: OpenableURL) async throws -> Bool {
        try await withCancellationToken { canOpen(url, cancellationToken: $0) }
    }
}
