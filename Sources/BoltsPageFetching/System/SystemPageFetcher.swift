public import BoltsTasks
public import Foundation

/// The default fetcher: libcurl on Linux if it can be loaded, `URLSession` otherwise.
///
/// A package that depends on Bolts without the trait `URLSessionOnLinux` does not link FoundationNetworking. If libcurl cannot
/// be loaded, each of its fetches fails with ``PageError/Code/notInstalled``.
///
/// Over libcurl, the limits also protect the rest of the process. Over `URLSession` on Linux, a hostile page can delay other
/// transfers.
///
/// ```swift
/// func size(of url: URL, into consumer: some PageConsuming) async throws -> Int {
///     try await SystemPageFetcher().fetch(url, into: consumer).byteCount
/// }
/// ```
public struct SystemPageFetcher: PageFetching {
    let fetcher: any PageFetching

    /// Creates a fetcher.
    ///
    /// - Parameters:
    ///   - hosts: Looks up host names; the system's resolver by default.
    ///   - concurrency: How many transfers of this fetcher run at the same time over libcurl. By default
    ///     it shares a limit of 100 with all fetchers of the process that have no limit of their own.
    ///   - addressConcurrency: How many of them may go to one address, or to the /64 of an IPv6 address, whatever the host
    ///     names; the others wait. It applies if the fetcher has a limit of its own. By default, one network may use at most
    ///     half of them.
    public init(
        hosts: any HostResolving = SystemHostResolver(),
        concurrency: Int? = nil,
        addressConcurrency: Int? = nil
    ) {
        #if os(Linux)
        let pool = concurrency.map { TransferPool(limit: $0, networkLimit: addressConcurrency ?? .max) } ?? .shared
        fetcher = CurlPageFetcher(hosts: hosts, pool: pool) ?? Self.withoutCurl(hosts)
        #else
        fetcher = URLSessionPageFetcher(hosts: hosts)
        #endif
    }

    #if os(Linux)
    private static func withoutCurl(_ hosts: any HostResolving) -> any PageFetching {
        #if URLSessionOnLinux
        return URLSessionPageFetcher(hosts: hosts)
        #else
        return MissingPageFetcher()
        #endif
    }
    #endif

    /// Fetches a page and passes its bytes on as they arrive.
    ///
    /// - Parameters:
    ///   - url: The URL of the page.
    ///   - options: The limits and rules.
    ///   - consumer: Receives the bytes, on a thread that other fetches share: it must not block or fetch.
    ///   - cancellationToken: Cancels the task immediately and closes the connection.
    /// - Returns: A task of the page's requests, its response, and how much of it was read. It completes on a
    ///   background thread, and fails with ``PageError`` or with the consumer's error.
    public func fetch(
        _ url: URL,
        options: PageFetchOptions,
        into consumer: any PageConsuming,
        cancellationToken: CancellationToken
    ) -> BoltsTask<FetchedPage> {
        fetcher.fetch(url, options: options, into: consumer, cancellationToken: cancellationToken)
    }
}
