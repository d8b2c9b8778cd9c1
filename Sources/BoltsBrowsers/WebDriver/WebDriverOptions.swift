public import BoltsPageFetching

#if os(Linux) || os(macOS)
/// Which browser reads pages, how many of it, and within what limits.
///
/// ```swift
/// var options = WebDriverOptions()
/// options.browser = .wpe
/// options.pageTimeout = .seconds(20)
/// let resolver = WebDriverAppLinkResolver(options: options)
/// ```
public struct WebDriverOptions: Hashable, Sendable {
    /// Which browser, the first that is installed by default.
    public var browser: WebDriverBrowser = .automatic
    /// How many browsers run at a time at most, 2 by default; each reads one page at a time.
    public var concurrency: Int = 2
    /// How many pages one browser reads before another takes its place, 50 by default.
    ///
    /// Pages of one browser share what it keeps in memory of a site, such as a web view's pages do. With 1 each page has
    /// a browser of its own.
    public var pagesPerBrowser: Int = 50
    /// How long a browser that has nothing to do is kept, 30 seconds by default.
    public var idleTimeout: Duration = .seconds(30)
    /// How long a browser may take to start, 20 seconds by default.
    public var startTimeout: Duration = .seconds(20)
    /// How long a page may take in all, once it is its turn and a browser stands ready, 10 seconds by default.
    public var pageTimeout: Duration = .seconds(10)
    /// How long a page without tags is given, after it has loaded, for its scripts to add some, 1 second by default.
    public var patience: Duration = .seconds(1)
    /// How long a page is watched at most, after it has loaded, while its tags change, 3 seconds by default.
    public var settleTimeout: Duration = .seconds(3)
    /// How many bytes a page may load in all, with its scripts and whatever they fetch, 32 MiB by default.
    public var transferLimit: Int = 32 * 1_024 * 1_024
    /// Which addresses a page, what it loads, and what its scripts ask for may be at; public ones only by default.
    public var addressPolicy: AddressPolicy = .publicOnly
    /// Whether pages are read over https although nobody vouches for the server's certificate, `false` by default.
    ///
    /// For servers of your own: a staging host with a certificate that it made itself, or one of a company's authority,
    /// which a browser without a profile does not know. Anybody on the way can then take the server's place, so what is
    /// read is as trustworthy as over http. Which addresses may be asked does not change.
    public var acceptsInsecureCertificates: Bool = false
    /// Whether a page is read although the server's status says that there is none, `false` by default.
    ///
    /// Not every browser tells the status; from one that does not, such pages are always read.
    public var readsErrorPages: Bool = false

    /// Creates the default options.
    public init() {}
}
#endif
