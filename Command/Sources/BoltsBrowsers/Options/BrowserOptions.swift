@_spi(Bolts) public import BoltsPageFetching

/// Options for reading pages in a browser: the browser, the number of instances, and their limits.
///
/// ```swift
/// var options = BrowserOptions()
/// options.browser = .wpe
/// options.pageTimeout = .seconds(20)
/// let resolver = BrowserAppLinkResolver(options: options)
/// ```
public struct BrowserOptions: Hashable, Sendable {
    /// The browser, by default the first one that is installed.
    public var browser: BrowserSelection = .automatic
    /// How many browsers run at the same time, 2 by default; each reads one page at a time.
    public var concurrency: Int = 2
    /// How many pages one browser reads before it is replaced, 50 by default.
    ///
    /// Each page has a browser context of its own, which shares nothing with the others. Only Chromium has contexts; any other
    /// browser is replaced after each page.
    public var pagesPerBrowser: Int = 50
    /// How long an idle browser is kept, 30 seconds by default.
    public var idleTimeout: Duration = .seconds(30)
    /// How long a browser may take to start, 20 seconds by default.
    public var startTimeout: Duration = .seconds(20)
    /// How long a page may take once a browser is ready for it, 10 seconds by default.
    public var pageTimeout: Duration = .seconds(10)
    /// How long the scripts of a loaded page without tags may take to add some, 1 second by default.
    public var patience: Duration = .seconds(1)
    /// How long to wait for tags to stop changing after the page was parsed, 3 seconds by default.
    public var settleTimeout: Duration = .seconds(3)
    /// How many bytes a page may load in total, including its scripts and what they fetch, 32 MiB by default.
    public var transferLimit: Int = 32 * 1_024 * 1_024
    /// How many bytes of memory all processes of a browser may use together, 1 GiB by default; 0 for no limit.
    ///
    /// A page that makes its browser exceed the limit fails with `PageError.Code.browserLimitExceeded`. Chromium uses about 150
    /// MiB before it loads a page.
    public var memoryLimit: Int = 1 << 30
    /// The total size of a browser's files, 512 MiB by default; 0 for no limit.
    ///
    /// A page that makes its browser exceed the limit fails with `PageError.Code.browserLimitExceeded`. On macOS the
    /// limit is for each file.
    public var diskLimit: Int = 512 * 1_024 * 1_024
    /// The addresses to which a page, its resources and its scripts may connect, by default public ones only.
    public var addressPolicy: AddressPolicy = .publicOnly
    /// Whether to accept https certificates of unknown authorities, `false` by default.
    ///
    /// Use it for your own servers, such as a staging host with a self-signed certificate or a certificate of your company's
    /// authority. Connections can then be intercepted as easily as over http. The address policy still applies.
    public var acceptsInsecureCertificates: Bool = false
    /// Whether to read pages with an error status, `false` by default.
    ///
    /// WebKit does not report the status, so its browsers always read such pages.
    public var readsErrorPages: Bool = false

    /// Creates the default options.
    public init() {}
}
