@_spi(Bolts) import BoltsWebView
public import BoltsPageMetadata
@_spi(Bolts) public import BoltsPageFetching
@_spi(Bolts) public import BoltsAppLinks
public import BoltsTasks
public import Foundation

/// Finds the App Link of a URL by loading the page in a real browser, scripts included.
///
/// Use it for pages whose tags are added by scripts. The browser has no window and no profile, and reaches the network only
/// through a proxy in this process, which applies the address policy to every connection of the page, its redirects and its
/// scripts. Each page has its own browser context. Chromium is controlled over a socket that only this process can use, other
/// browsers over W3C WebDriver.
///
/// The first page starts a browser. The browser ends after ``BrowserOptions/idleTimeout``, when the resolver is released and reads
/// no page, on ``stop()``, and when this process ends. For a page that needs no scripts, `HTTPAppLinkResolver` is a thousand times
/// cheaper.
///
/// ```swift
/// func targets(of url: URL) async throws -> [AppLinkTarget] {
///     let resolver = BrowserAppLinkResolver()
///     return try await resolver.page(at: url).link.targets
/// }
/// ```
public struct BrowserAppLinkResolver: AppLinkResolving {
    /// Options for reading pages in a browser: the browser, the number of instances, and their limits.
    let options: BrowserOptions
    let readerOptions: PageMetadataReader.Options
    private let pool: BrowserPool

    /// Creates a resolver.
    ///
    /// No browser is started yet.
    ///
    /// - Parameters:
    ///   - options: Which browser is used, how many instances, and their limits; by default, only public addresses are
    ///     allowed.
    ///   - readerOptions: The limits and rules for reading tags.
    ///   - hosts: Looks up host names; the system's resolver by default.
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
    public func appLink(for url: URL, cancellationToken: CancellationToken) -> BoltsTask<AppLink> {
        page(at: url, cancellationToken: cancellationToken).continueOnSuccessWith(.immediate) { $0.link }
    }

    /// Finds the App Link of a URL, and returns the page's tags too.
    ///
    /// The result contains less than for a fetched page: there are no hops, `byteCount` includes everything that the page
    /// loaded, and the status is 0 if the browser does not report it.
    ///
    /// - Parameters:
    ///   - url: An `http` or `https` URL.
    ///   - cancellationToken: Cancels the task immediately, and ends the browser that reads the page.
    /// - Returns: A task of the page, which completes on a global queue and fails with `PageError`.
    public func page(at url: URL, cancellationToken: CancellationToken) -> BoltsTask<ResolvedPage> {
        do {
            // Browsers receive no other URLs.
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
                body: answer.metadata.isTruncated ? .truncated : .complete
            )
            let link = AppLink(sourceURL: url, metadata: answer.metadata)
            var resolved = ResolvedPage(link: link, metadata: answer.metadata, fetched: fetched)
            resolved.refusedHosts = page.refusedHosts
            return resolved
        }
    }

    /// Finds the App Link of a URL, without cancellation, like ``page(at:cancellationToken:)``.
    ///
    /// In `async` code, write `try await page(at:)` or pass a cancellation token; the compiler says so.
    ///
    /// - Parameter url: An `http` or `https` URL.
    /// - Returns: A task of the page.
    @available(*, noasync, message: "write 'try await page(at:)', or pass a cancellationToken")
    public func page(at url: URL) -> BoltsTask<ResolvedPage> {
        page(at: url, cancellationToken: .none)
    }

    /// Finds the App Link of a URL, and returns the page's tags too, from `async` code.
    ///
    /// Cancelling the Swift task that awaits this ends the browser that reads the page.
    ///
    /// - Parameter url: An `http` or `https` URL.
    /// - Returns: The page, like that of ``page(at:cancellationToken:)``.
    /// - Throws: `PageError`; or `CancellationError` if the calling task was cancelled or ``stop()`` was called.
    public func page(at url: URL) async throws -> ResolvedPage {
        let cancellation = CancellationTokenSource()
        defer { cancellation.dispose() }
        return try await withTaskCancellationHandler {
            try await page(at: url, cancellationToken: cancellation.token).value
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// Ends every browser immediately.
    ///
    /// Running, queued and later look-ups are cancelled.
    ///
    /// - Returns: A task that completes on a thread of the resolver when every process has ended.
    @discardableResult
    public func stop() -> BoltsTask<Void> { pool.stop() }
}
