public import BoltsPageFetching

#if os(Linux) || os(macOS)
/// Which browser reads pages, how many of it, and within what limits.
///
/// ```swift
/// var options = BrowserOptions()
/// options.browser = .wpe
/// options.pageTimeout = .seconds(20)
/// let resolver = BrowserAppLinkResolver(options: options)
/// ```
public struct BrowserOptions: Hashable, Sendable {
    /// Which browser, the first that is installed by default.
    public var browser: BrowserSelection = .automatic
    /// How many browsers run at a time, 2 by default.
    ///
    /// Each reads one page at a time.
    public var concurrency: Int = 2
    /// How many pages one browser reads before it is replaced, 50 by default.
    ///
    /// Each page has a context of its own, which shares nothing with the others. Only Chromium has contexts: all other
    /// browsers read one page.
    public var pagesPerBrowser: Int = 50
    /// How long an idle browser is kept, 30 seconds by default.
    public var idleTimeout: Duration = .seconds(30)
    /// How long a browser may take to start, 20 seconds by default.
    public var startTimeout: Duration = .seconds(20)
    /// How long a page may take once a browser is ready for it, 10 seconds by default.
    public var pageTimeout: Duration = .seconds(10)
    /// How long the scripts of a page without tags have to add some after it has loaded, 1 second by default.
    public var patience: Duration = .seconds(1)
    /// How long to wait for tags to stop changing after the page was parsed, 3 seconds by default.
    public var settleTimeout: Duration = .seconds(3)
    /// How many bytes a page may load in all, with its scripts and what they fetch, 32 MiB by default.
    public var transferLimit: Int = 32 * 1_024 * 1_024
    /// How many bytes of memory a browser may take, all its processes together, 1 GiB by default; 0 for no limit.
    ///
    /// A page that takes its browser beyond the limit fails with `PageError.Code.browserLimitExceeded`. Chromium takes
    /// some 150 MiB before it reads a page.
    public var memoryLimit: Int = 1 << 30
    /// How many bytes the files of a browser may take, 512 MiB by default; 0 for no limit.
    ///
    /// A page that takes its browser beyond the limit fails with `PageError.Code.browserLimitExceeded`. On macOS this
    /// bounds each file alone.
    public var diskLimit: Int = 512 * 1_024 * 1_024
    /// Which addresses a page, its resources and its scripts may connect to, public ones only by default.
    public var addressPolicy: AddressPolicy = .publicOnly
    /// Whether to accept https certificates that no authority vouches for, `false` by default.
    ///
    /// For your own servers, such as a staging host with a self-signed certificate or one of a company's authority, which
    /// a browser without a profile does not know. Anybody on the path can then answer in the server's place, as over http.
    /// The allowed addresses stay the same.
    public var acceptsInsecureCertificates: Bool = false
    /// Whether a page is read whatever its HTTP status is, `false` by default.
    ///
    /// WebKit does not report the status, so its browsers always read such pages.
    public var readsErrorPages: Bool = false

    /// Creates the default options.
    public init() {}
}
#endif
