public import BoltsPageFetching
public import BoltsTasks
public import Foundation

/// Finds App Links with an index service, several in one request.
///
/// The service must have the form of Meta's Index API: `GET SERVICE?ids=URL,URL&fields=app_links&access_token=TOKEN`
/// returns an object that has, for each URL, an object with `app_links`. URLs that are requested at about the same time
/// share a request. The response is read leniently: numbers in place of strings, a missing wrapper, another notation of
/// the URL.
///
/// ```swift
/// let service = URL(string: "https://index.example.com/links")!
/// let resolver = IndexAppLinkResolver(serviceURL: service, accessToken: token)
/// let link = try await resolver.appLink(for: url)
/// ```
///
/// The service receives every requested URL, which must be `http` or `https` and have no password. A URL without App
/// Links in the index has a link without targets; a ``FallbackAppLinkResolver`` can then fetch the page itself.
public struct IndexAppLinkResolver: RevalidatingAppLinkResolving {
    private let client: IndexClient

    /// Creates a resolver; copies share their requests.
    ///
    /// - Parameters:
    ///   - serviceURL: The `http` or `https` URL of the service; its own query is kept.
    ///   - accessToken: The access token of the service, if it needs one. No error contains it.
    ///   - options: The options of the requests.
    ///   - fetcher: The fetcher; by default the best of the platform.
    ///   - clock: Measures ``AppLinkIndexOptions/gatheringTime``.
    public init(
        serviceURL: URL,
        accessToken: String? = nil,
        options: AppLinkIndexOptions = AppLinkIndexOptions(),
        fetcher: any PageFetching = SystemPageFetcher(),
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        let query = IndexQuery(serviceURL: serviceURL, accessToken: accessToken, platforms: options.platforms)
        client = IndexClient(query, options: options, fetcher: fetcher) {
            BoltsTask.withDelay(options.gatheringTime, clock: clock)
        }
    }

    /// Finds the App Link of a URL, and how long the service's response is fresh.
    ///
    /// - Parameters:
    ///   - url: An `http` or `https` URL.
    ///   - validator: Ignored, because a response is for several URLs.
    ///   - cancellationToken: Cancels this task at once. The connection is closed when the last URL of the request is
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
