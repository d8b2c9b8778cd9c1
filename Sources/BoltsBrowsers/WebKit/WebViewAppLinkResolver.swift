#if canImport(WebKit) && !os(watchOS) && !os(tvOS)
public import BoltsPageFetching
public import BoltsAppLinks
public import BoltsTasks
public import Foundation

/// Finds the App Link of a URL by letting WebKit load the page, its scripts included, and looking at its tags.
///
/// For pages that add their tags by script; `HTTPAppLinkResolver` reads all others faster, and safer. Each page has a
/// web view of its own, which is never seen and keeps nothing. Pictures, films, fonts, styles and frames are not loaded,
/// and nothing but http and https is followed.
///
/// ```swift
/// let resolver = FallbackAppLinkResolver([HTTPAppLinkResolver(), WebViewAppLinkResolver()])
/// resolver.appLink(for: url).continueOnSuccessWith(.mainThread) { link in
///     print(link)
/// }
/// ```
///
/// WebKit looks names up by itself, after they were judged here: a name that changes its meaning in between is not
/// kept out. On a server, use a browser behind a proxy (`WebDriverAppLinkResolver`).
public struct WebViewAppLinkResolver: AppLinkResolving {
    /// The limits and the rules.
    public let options: WebViewOptions
    private let hosts: any HostResolving
    private let clock: WebPageClock

    /// Creates a resolver.
    ///
    /// - Parameters:
    ///   - options: The limits and the rules; public addresses only by default.
    ///   - hosts: What knows the addresses of names, to judge them.
    ///   - clock: What measures the limits.
    public init(
        options: WebViewOptions = WebViewOptions(),
        hosts: any HostResolving = SystemHostResolver(),
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        self.options = options
        self.hosts = hosts
        self.clock = WebPageClock(clock)
    }

    /// Finds the App Link of a URL.
    ///
    /// - Parameters:
    ///   - url: An `http` or `https` URL.
    ///   - cancellationToken: Cancels the task at once, and stops the web view.
    /// - Returns: A task of the link, which completes on the main actor, or where the token is cancelled, and fails with
    ///   `PageError`.
    public func appLink(for url: URL, cancellationToken: CancellationToken) -> BoltsTask<AppLink> {
        let source = TaskCompletionSource<AppLink>()
        let check = URLAdmission(policy: options.addressPolicy, hosts: hosts)
        Task { @MainActor [options, clock] in
            WebPageLoad(url, options: options, check: check, clock: clock, source: source).start(cancellationToken)
        }
        return source.task
    }
}
#endif
