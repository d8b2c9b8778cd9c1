public import BoltsPageFetching
public import BoltsTasks
public import Foundation

/// Finds App Links by asking an index service, many at once.
///
/// For services that answer as Meta's Index API did: `GET SERVICE?ids=URL,URL&fields=app_links&access_token=TOKEN` with
/// an object that holds, for each URL, an object with `app_links`. URLs that are asked for at about the same time share
/// a request. The answer is read leniently: numbers for texts, a missing wrapper, another spelling of the URL.
///
/// ```swift
/// let service = URL(string: "https://index.example.com/links")!
/// let resolver = IndexAppLinkResolver(serviceURL: service, accessToken: token)
/// let link = try await resolver.appLink(for: url).value
/// ```
///
/// The service comes to know every URL that is asked for, which must be `http` or `https` and hold no password. A URL
/// that the service knows no App Links of has a link without targets; a ``FallbackAppLinkResolver`` can then ask the
/// page itself.
public struct IndexAppLinkResolver: RevalidatingAppLinkResolving {
    private let client: IndexClient

    /// Creates a resolver; copies share their requests.
    ///
    /// - Parameters:
    ///   - serviceURL: Where the service is asked, `http` or `https`; a query of its own is kept.
    ///   - accessToken: What the service wants to be given, if anything. It appears in no error.
    ///   - options: How the service is asked.
    ///   - fetcher: What fetches, the best that this platform has by default.
    ///   - clock: What measures ``AppLinkIndexOptions/gatheringTime``.
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

    /// Finds the App Link of a URL, and how long the service's answer is fresh.
    ///
    /// - Parameters:
    ///   - url: An `http` or `https` URL.
    ///   - validator: Not used: an answer is about many URLs.
    ///   - cancellationToken: Cancels this task at once. Others of the same request go on waiting; when nobody does,
    ///     the connection is closed.
    /// - Returns: A task of the resolution, which completes on a thread of the transport and fails with
    ///   `PageError`.
    public func resolution(
        for url: URL,
        revalidating validator: PageValidator?,
        cancellationToken: CancellationToken
    ) -> BoltsTask<AppLinkResolution> {
        client.resolution(for: url, cancellationToken: cancellationToken)
    }
}
