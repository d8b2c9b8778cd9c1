public import BoltsTasks

/// Something that opens URLs: the system, or a stand-in for it.
///
/// ``URLOpener/system`` is the one of this platform, ``RecordingOpener`` the one for tests.
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
    /// Opens a URL in whatever the system opens it with, the browser included.
    ///
    /// - Parameters:
    ///   - url: The URL. Its scheme has passed the policy of whoever calls.
    ///   - cancellationToken: Cancels the task at once, and the work as far as the system lets it be.
    /// - Returns: A task of whether something took it, which completes on any thread. A failed task means that the
    ///   opener or the app it started did not work.
    func open(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool>

    /// Says whether something would open a URL; opens nothing.
    ///
    /// The system's answer may be false: iOS denies every scheme that the app has not declared.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - cancellationToken: Cancels the task at once, and the work as far as the system lets it be.
    /// - Returns: A task of the answer.
    func canOpen(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool>

    /// Opens a URL in an app that claims it, never in the browser.
    ///
    /// The default implementation does not open a web URL, because it cannot tell an app that claims it from the
    /// browser. It opens any other URL as ``open(_:cancellationToken:)`` does.
    ///
    /// - Parameters:
    ///   - url: The URL, with its data.
    ///   - target: The target it was made from, for an opener that goes by more than the URL.
    ///   - cancellationToken: Cancels the task at once, and the work as far as the system lets it be.
    /// - Returns: A task of whether an app took it.
    func openInApp(
        _ url: OpenableURL,
        target: AppLinkTarget,
        cancellationToken: CancellationToken
    ) -> BoltsTask<Bool>

    /// Says whether an app would open a URL; opens nothing.
    ///
    /// - Parameters:
    ///   - url: The URL, with its data.
    ///   - target: The target it was made from.
    ///   - cancellationToken: Cancels the task at once, and the work as far as the system lets it be.
    /// - Returns: A task of the answer.
    func canOpenInApp(
        _ url: OpenableURL,
        target: AppLinkTarget,
        cancellationToken: CancellationToken
    ) -> BoltsTask<Bool>
}

extension URLOpening {
    /// Opens any URL but a web one as ``open(_:cancellationToken:)`` does.
    ///
    /// - Parameters:
    ///   - url: The URL, with its data.
    ///   - target: The target it was made from.
    ///   - cancellationToken: Cancels the task at once, and the work as far as the system lets it be.
    /// - Returns: A task of whether an app took it.
    public func openInApp(
        _ url: OpenableURL,
        target: AppLinkTarget,
        cancellationToken: CancellationToken
    ) -> BoltsTask<Bool> {
        url.scheme.isWeb ? BoltsTask(result: false) : open(url, cancellationToken: cancellationToken)
    }

    /// Answers for any URL but a web one as ``canOpen(_:cancellationToken:)`` does.
    ///
    /// - Parameters:
    ///   - url: The URL, with its data.
    ///   - target: The target it was made from.
    ///   - cancellationToken: Cancels the task at once, and the work as far as the system lets it be.
    /// - Returns: A task of the answer.
    public func canOpenInApp(
        _ url: OpenableURL,
        target: AppLinkTarget,
        cancellationToken: CancellationToken
    ) -> BoltsTask<Bool> {
        url.scheme.isWeb ? BoltsTask(result: false) : canOpen(url, cancellationToken: cancellationToken)
    }
}
