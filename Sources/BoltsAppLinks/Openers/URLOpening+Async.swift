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

    /// Opens a URL in the app of a target, from `async` code.
    ///
    /// Cancelling the calling Swift task cancels the work, as far as the system supports it.
    ///
    /// - Parameters:
    ///   - url: The URL, with its data.
    ///   - target: The target of the URL.
    /// - Returns: Whether an app opened it.
    /// - Throws: The opener's error if it failed; `CancellationError`.
    public func openInApp(_ url: OpenableURL, target: AppLinkTarget) async throws -> Bool {
        try await withCancellationToken { openInApp(url, target: target, cancellationToken: $0) }
    }

    /// Returns whether an app would open the URL of a target, from `async` code.
    ///
    /// - Parameters:
    ///   - url: The URL, with its data.
    ///   - target: The target of the URL.
    /// - Returns: The system's answer, which may be wrong.
    /// - Throws: The opener's error if it failed; `CancellationError`.
    public func canOpenInApp(_ url: OpenableURL, target: AppLinkTarget) async throws -> Bool {
        try await withCancellationToken { canOpenInApp(url, target: target, cancellationToken: $0) }
    }
}
