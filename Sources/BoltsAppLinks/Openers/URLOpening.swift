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
    ///   - cancellationToken: Calls the work off.
    /// - Returns: A task of whether something opened it. A failed task means that the opener itself could not work.
    func open(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool>

    /// Whether something would open a URL; opens nothing.
    ///
    /// A system may not tell: iOS answers no for every scheme that the app has not declared.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - cancellationToken: Calls the work off.
    /// - Returns: A task of the answer.
    func canOpen(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool>

    /// Opens a URL in an app that claims it, never in the browser.
    ///
    /// Where nothing else is written, a web URL is not opened, since no opener can tell an app that claims it from the
    /// browser unless it knows how; any other URL is opened as ``open(_:cancellationToken:)`` does.
    ///
    /// - Parameters:
    ///   - url: The URL, with its data.
    ///   - target: The target it was made from, for an opener that goes by more than the URL.
    ///   - cancellationToken: Calls the work off.
    /// - Returns: A task of whether an app opened it.
    func openInApp(
        _ url: OpenableURL,
        target: AppLinkTarget,
        cancellationToken: CancellationToken
    ) -> BoltsTask<Bool>

    /// Whether an app would open a URL; opens nothing.
    ///
    /// - Parameters:
    ///   - url: The URL, with its data.
    ///   - target: The target it was made from.
    ///   - cancellationToken: Calls the work off.
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
    ///   - cancellationToken: Calls the work off.
    /// - Returns: A task of whether an app opened it.
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
    ///   - cancellationToken: Calls the work off.
    /// - Returns: A task of the answer.
    public func canOpenInApp(
        _ url: OpenableURL,
        target: AppLinkTarget,
        cancellationToken: CancellationToken
    ) -> BoltsTask<Bool> {
        url.scheme.isWeb ? BoltsTask(result: false) : canOpen(url, cancellationToken: cancellationToken)
    }
}
