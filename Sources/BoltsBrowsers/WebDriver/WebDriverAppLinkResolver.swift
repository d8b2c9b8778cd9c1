#if os(Linux) || os(macOS)
public import BoltsPageMetadata
public import BoltsPageFetching
public import BoltsAppLinks
public import BoltsTasks
public import Foundation

/// Finds the App Link of a URL by showing the page to a real browser, scripts and all, over W3C WebDriver.
///
/// For pages whose tags are made by scripts. The browser has no window, no profile and no way to the network but a proxy
/// of ours, which judges every address that the page, its redirects and its scripts ask for. It is started with the
/// first page, kept for the next ones, and ended with everything it has started when it has had nothing to do for a
/// while, when the resolver is released and no page is being read, and when this process ends. `docs/browsers.md` says what is promised and what
/// is not. Where no script is needed, ``HTTPAppLinkResolver`` is a thousand times cheaper and sees no less.
///
/// ```swift
/// let resolver = WebDriverAppLinkResolver()
/// let link = try await resolver.appLink(for: url).value
/// ```
public struct WebDriverAppLinkResolver: AppLinkResolving {
    /// Which browser reads pages, how many of it, and within what limits.
    public let options: WebDriverOptions
    /// Which tags count, and how many and how long they may be.
    public let readerOptions: PageMetadataReader.Options
    private let pool: BrowserPool

    /// Creates a resolver.
    ///
    /// No browser is started yet.
    ///
    /// - Parameters:
    ///   - options: Which browser, how many of it, and within what limits; public addresses only by default.
    ///   - readerOptions: Which tags count, and how many and how long they may be.
    ///   - hosts: What looks up the names that pages ask for, the system by default.
    public init(
        options: WebDriverOptions = WebDriverOptions(),
        readerOptions: PageMetadataReader.Options = PageMetadataReader.Options(),
        hosts: any HostResolving = SystemHostResolver()
    ) {
        self.init(options: options, readerOptions: readerOptions, hosts: hosts) { () throws(PageError) in
            try InstalledDriver(options.browser)
        }
    }

    init(
        options: WebDriverOptions,
        readerOptions: PageMetadataReader.Options,
        hosts: any HostResolving,
        findDriver: @escaping BrowserPoolStorage.DriverFinder
    ) {
        self.options = options
        self.readerOptions = readerOptions
        pool = BrowserPool(options: options, readerOptions: readerOptions, hosts: hosts, findDriver: findDriver)
    }

    /// Finds the App Link of a URL.
    ///
    /// - Parameters:
    ///   - url: An `http` or `https` URL.
    ///   - cancellationToken: Cancels the task at once, and ends the browser that reads the page.
    /// - Returns: A task of the link, which completes on a global queue and fails with ``PageError``.
    public func appLink(for url: URL, cancellationToken: CancellationToken) -> BoltsTask<AppLink> {
        page(at: url, cancellationToken: cancellationToken).continueOnSuccessWith(.immediate) { $0.link }
    }

    /// Finds the App Link of a URL, and keeps the tags beside it.
    ///
    /// The page tells less than one that was fetched: no hops are known, `byteCount` counts all that the page loaded, and
    /// the status is 0 where the browser does not tell it.
    ///
    /// - Parameters:
    ///   - url: An `http` or `https` URL.
    ///   - cancellationToken: Cancels the task at once, and ends the browser that reads the page.
    /// - Returns: A task of the page, which completes on a global queue and fails with ``PageError``.
    public func page(at url: URL, cancellationToken: CancellationToken = .none) -> BoltsTask<ResolvedPage> {
        do {
            // What is no URL of a page never reaches a browser.
            _ = try HTTPTarget(requesting: url)
        } catch {
            return BoltsTask(error: error)
        }
        return pool.read(url, cancellationToken: cancellationToken).continueOnSuccessWith(.immediate) { reading in
            let answer = reading.answer
            let response = PageResponse(
                url: URL(string: answer.urlText) ?? url,
                status: answer.status ?? 0,
                contentType: nil
            )
            let fetched = FetchedPage(
                requestedURL: url,
                response: response,
                hops: [],
                byteCount: reading.byteCount,
                body: answer.metadata.isTruncated ? .cut : .complete
            )
            let link = AppLink(sourceURL: url, metadata: answer.metadata)
            return ResolvedPage(link: link, metadata: answer.metadata, fetched: fetched)
        }
    }

    /// Ends every browser now.
    ///
    /// Pages that are being read, or wait for their turn, are cancelled, and so is everything that is asked for later.
    ///
    /// - Returns: A task that completes when every process is gone, on a thread of the resolver's.
    @discardableResult
    public func stop() -> BoltsTask<Void> { pool.stop() }
}
#endif
