public import BoltsTasks
public import Foundation

/// Fetches pages with the best transport there is: libcurl where it can be loaded, `URLSession` otherwise.
///
/// What resolvers use unless they are told otherwise. ``CurlPageFetcher`` keeps every limit for the rest of the process
/// too; where it cannot be had, on Apple platforms for one, ``URLSessionPageFetcher`` takes its place. `docs/fetching.md`
/// says what the difference is.
///
/// ```swift
/// let resolver = HTTPAppLinkResolver(fetcher: SystemPageFetcher())
/// ```
public struct SystemPageFetcher: PageFetching {
    let fetcher: any PageFetching

    /// Creates a fetcher.
    ///
    /// - Parameters:
    ///   - hosts: What looks up names, the system by default.
    ///   - simultaneousTransferLimit: The most transfers of this fetcher that run at a time over libcurl. By default it
    ///     shares a limit of 100 with every other fetcher of the process that has none of its own.
    public init(hosts: any HostResolving = SystemHostResolver(), simultaneousTransferLimit: Int? = nil) {
        #if os(Linux)
        let curl = CurlPageFetcher(hosts: hosts, simultaneousTransferLimit: simultaneousTransferLimit)
        fetcher = curl ?? URLSessionPageFetcher(hosts: hosts)
        #else
        fetcher = URLSessionPageFetcher(hosts: hosts)
        #endif
    }

    /// Fetches a page and hands its bytes on as they come.
    ///
    /// - Parameters:
    ///   - url: The URL of the page.
    ///   - options: Limits and rules.
    ///   - consumer: What takes the bytes, on a thread that other fetches share.
    ///   - cancellationToken: Cancels the task at once and closes the connection.
    /// - Returns: A task of what is known of the page.
    public func fetch(
        _ url: URL,
        options: PageFetchOptions,
        into consumer: any PageConsuming,
        cancellationToken: CancellationToken
    ) -> BoltsTask<FetchedPage> {
        fetcher.fetch(url, options: options, into: consumer, cancellationToken: cancellationToken)
    }
}
