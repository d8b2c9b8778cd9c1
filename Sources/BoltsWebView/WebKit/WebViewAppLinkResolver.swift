#if canImport(WebKit) && !os(watchOS) && !os(tvOS)
public import BoltsPageFetching
public import BoltsAppLinks
public import BoltsTasks
public import Foundation

/// Finds the App Link of a URL by loading the page in a hidden web view, scripts included.
///
/// Use it for pages that add their tags with scripts; `HTTPAppLinkResolver` reads all others faster and more safely. Each page
/// has its own web view and data store. Images, media, fonts, styles and frames are not loaded, and only http and https URLs
/// are followed. The web view has no window, so animation frame callbacks run on a timer.
///
/// ```swift
/// let resolver = FallbackAppLinkResolver([HTTPAppLinkResolver(), WebViewAppLinkResolver()])
/// print(try await resolver.appLink(for: url))
/// ```
///
/// WebKit looks up names again after the address policy was checked, so a name whose address changes in between is not refused.
/// On a server, use a browser behind a proxy (`BrowserAppLinkResolver`).
public struct WebViewAppLinkResolver: AppLinkResolving {
    /// The limits and rules.
    package let options: WebViewOptions
    private let hosts: any HostResolving
    private let clock: WebPageClock
    private let gate: WebViewGate

    /// Creates a resolver.
    ///
    /// - Parameters:
    ///   - options: The limits and rules; by default, only public addresses are allowed.
    ///   - hosts: Looks up host names for the address policy.
    ///   - clock: Measures the time limits.
    public init(
        options: WebViewOptions = WebViewOptions(),
        hosts: any HostResolving = SystemHostResolver(),
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        self.options = options
        self.hosts = hosts
        self.clock = WebPageClock(clock)
        gate = WebViewGate(limit: options.concurrency)
    }

    /// Finds the App Link of a URL.
    ///
    /// - Parameters:
    ///   - url: An `http` or `https` URL.
    ///   - cancellationToken: Cancels the task immediately, and stops the web view.
    /// - Returns: A task of the link. The task completes on the main actor, or on the thread that cancels the token, and fails
    ///   with `PageError`.
    public func appLink(for url: URL, cancellationToken: CancellationToken) -> BoltsTask<AppLink> {
        let source = TaskCompletionSource<AppLink>()
        // A queued page ends immediately, too.
        let registration = cancellationToken.register { source.tryCancel() }
        source.task.continueWith(.immediate) { _ in registration.dispose() }
        let check = URLAdmission(policy: options.addressPolicy, hosts: hosts)
        Task { @MainActor [options, clock, gate] in
            let load = WebPageLoad(
                url,
                options: options,
                check: check,
                clock: clock,
                source: source,
                token: cancellationToken
            )
            gate.enter(load)
        }
        return source.task
    }
}
#endif
