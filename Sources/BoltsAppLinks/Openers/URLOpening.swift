public import BoltsTasks

/// Opens URLs; tests can replace it.
///
/// ``URLOpener/system`` is the opener of this platform, and ``RecordingOpener`` the one for tests.
///
/// ```swift
/// struct ConsoleOpener: URLOpening {
///     func open(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
///         print("open", url)
///         return BoltsTask(result: true)
///     }
///     func canOpen(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
///         BoltsTask(result: true)
///     }
/// }
/// ```
public protocol URLOpening: Sendable {
    /// Opens a URL in any app or the browser.
    ///
    /// - Parameters:
    ///   - url: The URL, whose scheme the caller has checked against its policy.
    ///   - cancellationToken: Cancels the task immediately, and the work as far as the system supports it.
    /// - Returns: A task that says whether something opened it; it completes on any thread. It fails if the opener, or the app
    ///   that it started, failed.
    func open(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool>

    /// Returns whether something would open a URL.
    ///
    /// The system's answer may be wrong: on iOS it is `false` for all schemes that the app has not declared.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - cancellationToken: Cancels the task immediately, and the work as far as the system supports it.
    /// - Returns: A task of the answer.
    func canOpen(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool>

    /// Opens a URL in an app, never in the browser.
    ///
    /// The default implementation does not open web URLs, because it cannot distinguish an app from the browser. It
    /// opens any other URL as ``open(_:cancellationToken:)`` does.
    ///
    /// - Parameters:
    ///   - url: The URL, with its data.
    ///   - target: The target of the URL, for openers that need more than the URL.
    ///   - cancellationToken: Cancels the task immediately, and the work as far as the system supports it.
    /// - Returns: A task that says whether an app opened it.
    func openInApp(
        _ url: OpenableURL,
        target: AppLinkTarget,
        cancellationToken: CancellationToken
    ) -> BoltsTask<Bool>

    /// Returns whether an app would open a URL.
    ///
    /// - Parameters:
    ///   - url: The URL, with its data.
    ///   - target: The target of the URL.
    ///   - cancellationToken: Cancels the task immediately, and the work as far as the system supports it.
    /// - Returns: A task of the answer.
    func canOpenInApp(
        _ url: OpenableURL,
        target: AppLinkTarget,
        cancellationToken: CancellationToken
    ) -> BoltsTask<Bool>
}

extension URLOpening {
    /// Opens a URL with ``open(_:cancellationToken:)``, unless it is a web URL.
    ///
    /// - Parameters:
    ///   - url: The URL, with its data.
    ///   - target: The target of the URL.
    ///   - cancellationToken: Cancels the task immediately, and the work as far as the system supports it.
    /// - Returns: A task that says whether an app opened it.
    public func openInApp(
        _ url: OpenableURL,
        target: AppLinkTarget,
        cancellationToken: CancellationToken
    ) -> BoltsTask<Bool> {
        url.scheme.isWeb ? BoltsTask(result: false) : open(url, cancellationToken: cancellationToken)
    }

    /// Returns the result of ``canOpen(_:cancellationToken:)``, or `false` for a web URL.
    ///
    /// - Parameters:
    ///   - url: The URL, with its data.
    ///   - target: The target of the URL.
    ///   - cancellationToken: Cancels the task immediately, and the work as far as the system supports it.
    /// - Returns: A task of the answer.
    public func canOpenInApp(
        _ url: OpenableURL,
        target: AppLinkTarget,
        cancellationToken: CancellationToken
    ) -> BoltsTask<Bool> {
        url.scheme.isWeb ? BoltsTask(result: false) : canOpen(url, cancellationToken: cancellationToken)
    }
}

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
