import BoltsTasks

extension URLOpening {
    /// Opens a URL in any app or the browser, from `async` code.
    ///
    /// Cancelling the calling Swift task cancels the work, as far as the system supports it.
    ///
    /// - Parameter url: The URL, whose scheme the caller has checked against its policy.
    /// - Returns: Whether something opened it.
    /// - Throws: The opener's error if it failed; `CancellationError`.
    public func open(_ url: OpenableURL) async throws -> Bool {
        try await withCancellationToken { open(url, cancellationToken: $0) }
    }

    /// Returns whether something would open a URL, from `async` code.
    ///
    /// - Parameter url: The URL.
    /// - Returns: The system's answer, which may be wrong: on iOS it is `false` for all schemes that the app has not
    ///   declared.
    /// - Throws: The opener's error if it failed; `CancellationError`.
    public func canOpen(_ url: OpenableURL) async throws -> Bool {
        try await withCancellationToken { canOpen(url, cancellationToken: $0) }
    }
}
