public import BoltsTasks

/// The opener of platforms on which nothing opens URLs.
///
/// Its tasks fail, so that a navigation says why nothing happened.
///
/// ```swift
/// let opener: any URLOpening = UnavailableOpener()
/// ```
public struct UnavailableOpener: URLOpening {
    /// Makes the opener.
    public init() {}

    /// Fails.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - cancellationToken: Has no effect.
    /// - Returns: A task that failed with ``URLOpenerError``.
    public func open(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
        BoltsTask(
            error: URLOpenerError(.unavailable, "nothing opens URLs on this platform: pass an opener of your own")
        )
    }

    /// Fails.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - cancellationToken: Has no effect.
    /// - Returns: A task that failed with ``URLOpenerError``.
    public func canOpen(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
        open(url, cancellationToken: cancellationToken)
    }
}
