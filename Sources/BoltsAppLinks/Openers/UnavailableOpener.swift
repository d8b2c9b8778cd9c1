package import BoltsTasks

/// The opener of platforms on which nothing opens URLs; its tasks fail, so that the result of a navigation has the reason.
package struct UnavailableOpener: URLOpening {
    package init() {}

    /// Fails.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - cancellationToken: Has no effect.
    /// - Returns: A task that failed with ``URLOpenerError``.
    package func open(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
        BoltsTask(
            error: URLOpenerError(.unavailable, "nothing opens URLs on this platform: pass an opener of your own")
        )
    }

    /// Fails with ``URLOpenerError``.
    package func canOpen(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
        open(url, cancellationToken: cancellationToken)
    }
}
