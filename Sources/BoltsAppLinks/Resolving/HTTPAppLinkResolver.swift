public import BoltsPageMetadata
public import BoltsPageFetching
public import BoltsTasks
public import Foundation

/// Finds the App Link of a URL by fetching its page and reading the tags.
///
/// The page is read as it arrives, and the connection is closed as soon as the reader has enough. No script runs and no
/// other resource is loaded. The link's source is the requested URL, not the one to which it redirects.
///
/// ```swift
/// let resolver = HTTPAppLinkResolver()
/// print(try await resolver.appLink(for: url))
/// ```
public struct HTTPAppLinkResolver: AppLinkResolving {
    /// The limits and rules for fetching.
    package let fetchOptions: PageFetchOptions
    /// The limits and rules for reading tags.
    package let readerOptions: PageMetadataReader.Options
    let fetcher: any PageFetching

    /// Creates a resolver.
    ///
    /// - Parameters:
    ///   - fetchOptions: The limits and rules for fetching; by default, only public addresses are allowed.
    ///   - readerOptions: The limits and rules for reading tags.
    ///   - fetcher: The fetcher; by default the platform's preferred one.
    public init(
        fetchOptions: PageFetchOptions = PageFetchOptions(),
        readerOptions: PageMetadataReader.Options = PageMetadataReader.Options(),
        fetcher: any PageFetching = SystemPageFetcher()
    ) {
        self.fetchOptions = fetchOptions
        self.readerOptions = readerOptions
        self.fetcher = fetcher
    }

    /// Finds the App Link of a URL.
    ///
    /// - Parameters:
    ///   - url: An `http` or `https` URL.
    ///   - cancellationToken: Cancels the task immediately and closes the connection.
    /// - Returns: A task of the link, which completes on a thread of the transport and fails with `PageError`.
    public func appLink(for url: URL, cancellationToken: CancellationToken) -> BoltsTask<AppLink> {
        page(at: url, cancellationToken: cancellationToken).continueOnSuccessWith(.immediate) { $0.link }
    }

    /// Finds the App Link of a URL, and returns the page's tags and redirects too.
    ///
    /// - Parameters:
    ///   - url: An `http` or `https` URL.
    ///   - cancellationToken: Cancels the task immediately and closes the connection.
    /// - Returns: A task of the page, which completes on a thread of the transport and fails with `PageError`.
    public func page(at url: URL, cancellationToken: CancellationToken) -> BoltsTask<ResolvedPage> {
        fetch(url, options: fetchOptions, cancellationToken: cancellationToken)
            .continueOnSuccessWith(.immediate) { fetched in
                guard case .page(let page) = fetched else {
                    // This happens only if the resolver's own options have a validator.
                    throw PageError(
                        .httpStatus,
                        "\(url.absoluteString) has not changed, so there is no page to read: fetch it without validator",
                        httpStatus: 304
                    )
                }
                return page
            }
    }

    /// Unavailable: pass a token to get a task; without one, `page(at:)` is the `async` form everywhere, in a script too.
    @available(*, unavailable, message: "write 'try await page(at:)', or pass a cancellationToken for a task")
    public func page(at url: URL) -> BoltsTask<ResolvedPage> {
        fatalError("unavailable")
    }

    enum Fetched {
        case page(ResolvedPage)
        /// The page has not changed since the response that had the validator.
        case notModified(hops: [PageHop])
    }

    /// Fetches a page and reads its tags.
    func fetch(
        _ url: URL,
        options: PageFetchOptions,
        cancellationToken: CancellationToken
    ) -> BoltsTask<Fetched> {
        let consumer = PageMetadataConsumer(options: readerOptions, name: url.absoluteString)
        return fetcher.fetch(url, options: options, into: consumer, cancellationToken: cancellationToken)
            .continueOnSuccessWith(.immediate) { fetched in
                if fetched.body == .notModified { return .notModified(hops: fetched.hops) }
                let metadata = try consumer.finish(isTruncated: fetched.isTruncated)
                let link = AppLink(sourceURL: url, metadata: metadata)
                return .page(ResolvedPage(link: link, metadata: metadata, fetched: fetched))
            }
    }

    /// Fetches the page of a URL, from `async` code, with its link, its tags and its redirect chain.
    ///
    /// Cancelling the calling Swift task closes the connection.
    ///
    /// - Parameter url: An `http` or `https` URL.
    /// - Returns: The page.
    /// - Throws: `PageError`; `CancellationError`.
    public func page(at url: URL) async throws -> ResolvedPage {
        try await withCancellationToken { page(at: url, cancellationToken: $0) }
    }
}
