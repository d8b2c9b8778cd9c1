#if os(Linux) || os(macOS)
public import BoltsPageMetadata
public import BoltsPageFetching
public import BoltsAppLinks
public import BoltsTasks
public import Foundation

/// Finds the App Link of a URL by loading the page in a real browser, scripts included.
///
/// For pages whose tags are added by scripts. The browser has no window, no profile, and no way to the network but a proxy
/// in this process, which judges every address that the page, its redirects and its scripts ask for. Each page has a
/// context of its own that ends with it. Chromium is driven over a socket that only this process has; other browsers over
/// W3C WebDriver.
///
/// The first page starts a browser. It ends after ``BrowserOptions/idleTimeout``, when the resolver is released and no
/// page is being read, on ``stop()``, and when this process ends. If a page needs no scripts, `HTTPAppLinkResolver` is a
/// thousand times cheaper.
///
/// ```swift
/// func targets(of url: URL) async throws -> [AppLinkTarget] {
///     let resolver = BrowserAppLinkResolver()
///     return try await resolver.resolvedPage(at: url).link.targets
/// }
/// ```
public struct BrowserAppLinkResolver: AppLinkResolving {
    /// Which browser reads pages, how many of it, and within what limits.
    public let options: BrowserOptions
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
        options: BrowserOptions = BrowserOptions(),
        readerOptions: PageMetadataReader.Options = PageMetadataReader.Options(),
        hosts: any HostResolving = SystemHostResolver()
    ) {
        self.init(options: options, readerOptions: readerOptions) { thread in
            try BrowserStart(
                installed: InstalledBrowser(options.browser),
                options: options,
                readerOptions: readerOptions,
                hosts: hosts,
                thread: thread
            ).run()
        }
    }

    init(
        options: BrowserOptions,
        readerOptions: PageMetadataReader.Options,
        startBrowser: @escaping BrowserPoolStorage.BrowserStarter
    ) {
        self.options = options
        self.readerOptions = readerOptions
        pool = BrowserPool(options: options, readerOptions: readerOptions, startBrowser: startBrowser)
    }

    /// Finds the App Link of a URL.
    ///
    /// - Parameters:
    ///   - url: An `http` or `https` URL.
    ///   - cancellationToken: Cancels the task at once, and ends the browser that reads the page.
    /// - Returns: A task of the link, which completes on a global queue and fails with `PageError`.
    public func appLink(for url: URL, cancellationToken: CancellationToken) -> BoltsTask<AppLink> {
        page(at: url, cancellationToken: cancellationToken).continueOnSuccessWith(.immediate) { $0.link }
    }

    /// Finds the App Link of a URL, and keeps the tags beside it.
    ///
    /// Less is known than of a page that was fetched: there are no hops, `byteCount` counts everything that the page
    /// loaded, and the status is 0 if the browser does not report it.
    ///
    /// - Parameters:
    ///   - url: An `http` or `https` URL.
    ///   - cancellationToken: Cancels the task at once, and ends the browser that reads the page.
    /// - Returns: A task of the page, which completes on a global queue and fails with `PageError`.
    public func page(at url: URL, cancellationToken: CancellationToken = .none) -> BoltsTask<ResolvedPage> {
        do {
            // No other URL gets to a browser.
            _ = try HTTPTarget(requesting: url)
        } catch {
            return BoltsTask(error: error)
        }
        return pool.read(url, cancellationToken: cancellationToken).continueOnSuccessWith(.immediate) { page in
            let answer = page.answer
            let response = PageResponse(
                url: URL(string: answer.urlText) ?? url,
                status: answer.status ?? 0,
                contentType: nil
            )
            let fetched = FetchedPage(
                requestedURL: url,
                response: response,
                hops: [],
                byteCount: page.byteCount,
                body: answer.metadata.isTruncated ? .cut : .complete
            )
            let link = AppLink(sourceURL: url, metadata: answer.metadata)
            return ResolvedPage(link: link, metadata: answer.metadata, fetched: fetched)
        }
    }

    /// Finds the App Link of a URL, and keeps the tags beside it.
    ///
    /// Cancelling the Swift task that awaits this ends the browser that reads the page.
    ///
    /// - Parameter url: An `http` or `https` URL.
    /// - Returns: The page, as ``page(at:cancellationToken:)`` gives it.
    /// - Throws: `PageError`; or `CancellationError` if the calling task was cancelled or ``stop()`` was called.
    public func resolvedPage(at url: URL) async throws -> ResolvedPage {
        let cancellation = CancellationTokenSource()
        defer { cancellation.dispose() }
        return try await withTaskCancellationHandler {
            try await page(at: url, cancellationToken: cancellation.token).value
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// Ends every browser now.
    ///
    /// Pages that are being read or wait for their turn are cancelled, and so are all later ones.
    ///
    /// - Returns: A task that completes on a thread of the resolver's when every process is gone.
    @discardableResult
    public func stop() -> BoltsTask<Void> { pool.stop() }
}
#endif
