public import BoltsPageFetching
public import BoltsTasks
public import Foundation

/// Finds App Links with an index service, several per request.
///
/// The service must implement Meta's Index API: `GET SERVICE?ids=URL,URL&fields=app_links&access_token=TOKEN` returns an object
/// that has, for each URL, an object with `app_links`. URLs that are requested at about the same time share a request. The
/// response is read leniently: strings may be numbers, the wrapper may be missing, the URL may be written differently. A
/// request has at most 50 URLs, and waits 5 milliseconds for more.
///
/// ```swift
/// let service = URL(string: "https://index.example.com/links")!
/// let resolver = IndexAppLinkResolver(serviceURL: service, accessToken: token)
/// let link = try await resolver.appLink(for: url)
/// ```
///
/// The service receives every requested URL, which must be `http` or `https` and have no password. A URL without App
/// Links in the index has a link without targets; a ``FallbackAppLinkResolver`` can then fetch the page itself.
public struct IndexAppLinkResolver: AppLinkResolving {
    private let client: IndexClient

    /// Creates a resolver; copies share their requests.
    ///
    /// - Parameters:
    ///   - serviceURL: The `http` or `https` URL of the service; its own query is kept.
    ///   - accessToken: The access token of the service, if it needs one. No error contains it.
    ///   - platforms: The requested platforms, by default all that the service supports. Without ``AppLinkPlatform/web``, a
    ///     service may omit the web fallback.
    ///   - fetchOptions: The limits and rules for fetching; by default, only public addresses are allowed. Redirects are never
    ///     followed, because they would pass the token to another server.
    ///   - fetcher: The fetcher; by default the platform's preferred one.
    public init(
        serviceURL: URL,
        accessToken: String? = nil,
        platforms: [AppLinkPlatform]? = nil,
        fetchOptions: PageFetchOptions = PageFetchOptions(),
        fetcher: any PageFetching = SystemPageFetcher()
    ) {
        var options = AppLinkIndexOptions()
        options.platforms = platforms
        options.fetchOptions = fetchOptions
        options.fetchOptions.redirectLimit = 0
        self.init(
            serviceURL: serviceURL,
            accessToken: accessToken,
            options: options,
            fetcher: fetcher,
            clock: ContinuousClock()
        )
    }

    /// Creates a resolver whose requests wait for others on a clock.
    package init(
        serviceURL: URL,
        accessToken: String? = nil,
        options: AppLinkIndexOptions,
        fetcher: any PageFetching = SystemPageFetcher(),
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        let query = IndexQuery(serviceURL: serviceURL, accessToken: accessToken, platforms: options.platforms)
        client = IndexClient(query, options: options, fetcher: fetcher) {
            BoltsTask.withDelay(options.gatheringTime, clock: clock)
        }
    }

    /// Finds the App Link of a URL.
    ///
    /// - Parameters:
    ///   - url: An `http` or `https` URL.
    ///   - cancellationToken: Cancels this task immediately. The connection is closed when all URLs of the request are
    ///     cancelled.
    /// - Returns: A task of the link, which completes on a thread of the transport and fails with `PageError`.
    public func appLink(for url: URL, cancellationToken: CancellationToken) -> BoltsTask<AppLink> {
        linkOfResolution(for: url, cancellationToken: cancellationToken)
    }
}

@_spi(Bolts) extension IndexAppLinkResolver: RevalidatingAppLinkResolving {
    /// Finds the App Link of a URL, and how long the service's response is fresh.
    ///
    /// - Parameters:
    ///   - url: An `http` or `https` URL.
    ///   - validator: Ignored, because a response covers several URLs.
    ///   - cancellationToken: Cancels this task immediately. The connection is closed when all URLs of the request are
    ///     cancelled.
    /// - Returns: A task of the resolution, which completes on a thread of the transport and fails with `PageError`.
    public func resolution(
        for url: URL,
        revalidating validator: PageValidator?,
        cancellationToken: CancellationToken
    ) -> BoltsTask<AppLinkResolution> {
        client.resolution(for: url, cancellationToken: cancellationToken)
    }
}
