#if os(Linux)
public import BoltsTasks
public import Foundation

/// Fetches pages with libcurl, within limits that also protect the rest of the process.
///
/// All fetches share one thread, which no fetch blocks. A page is read in chunks of at most 16 KB, which are counted during
/// decompression; reading ends at the limit. Every connection, including one over https, is made to the address that the policy
/// allowed, and is never reused.
///
/// A limited number of transfers run at the same time; the others are queued. One host uses at most a third of them and one
/// network at most half, so a slow host does not delay others. ``PageFetchOptions/totalTimeout`` includes the time in the
/// queue.
///
/// libcurl is loaded on first use, on Linux with glibc. To rely on the limits, use this type, and stop if it is unavailable:
///
/// ```swift
/// guard let fetcher = CurlPageFetcher() else { fatalError("install libcurl 7.68 or newer") }
/// ```
public struct CurlPageFetcher: PageFetching {
    private let hosts: any HostResolving
    private let loop: CurlLoop
    private let pool: TransferPool
    private let certificateAuthorities: String?

    /// Creates a fetcher, or `nil` if libcurl cannot be loaded or is older than 7.68.
    ///
    /// - Parameters:
    ///   - hosts: Looks up host names; the system's resolver by default.
    ///   - concurrency: How many transfers of this fetcher run at the same time. By default it shares a
    ///     limit of 100 with all fetchers of the process that have no limit of their own.
    public init?(hosts: any HostResolving = SystemHostResolver(), concurrency: Int? = nil) {
        self.init(hosts: hosts, pool: concurrency.map { TransferPool(limit: $0) } ?? .shared)
    }

    /// Creates a fetcher; the path of a file of certificates replaces the system's.
    init?(hosts: any HostResolving, pool: TransferPool = .shared, certificateAuthorities: String? = nil) {
        guard let loop = CurlLoop.shared else { return nil }
        self.hosts = hosts
        self.loop = loop
        self.pool = pool
        self.certificateAuthorities = certificateAuthorities
    }

    /// The version of libcurl, such as `7.88.1`, or `nil` if it cannot be used.
    package static var libraryVersion: String? { CurlLibrary.shared?.version }

    /// Fetches a page and passes its bytes on as they arrive.
    ///
    /// Proxies from environment variables are used only under ``AddressPolicy/any``, because with a proxy the policy cannot
    /// determine the address of the connection. The fetcher then looks up no names itself.
    ///
    /// - Parameters:
    ///   - url: The URL of the page.
    ///   - options: The limits and rules.
    ///   - consumer: Receives the bytes, on the thread that all fetches share: it must not block or fetch.
    ///   - cancellationToken: Cancels the task immediately. The connection is closed soon after.
    /// - Returns: A task of the page's requests, its response, and how much of it was read. It completes on a
    ///   background thread, and fails with ``PageError`` or with the consumer's error.
    public func fetch(
        _ url: URL,
        options: PageFetchOptions,
        into consumer: any PageConsuming,
        cancellationToken: CancellationToken
    ) -> BoltsTask<FetchedPage> {
        if cancellationToken.isCancellationRequested { return .cancelled() }
        do {
            let proxies = options.proxies ?? (options.addressPolicy.judgesAddresses ? .none : ProxySettings())
            let machine = try FetchStateMachine(url, options: options, pinning: .all, proxies: proxies)
            let settings = CurlExchange.Settings(
                headerLimit: options.headerLimit,
                certificateAuthorities: certificateAuthorities
            )
            let fetch = PageFetch(
                machine,
                options: options,
                hosts: hosts,
                consumer: consumer,
                transport: CurlTransport(loop: loop, pool: pool, settings: settings)
            )
            return fetch.start(cancellationToken)
        } catch {
            return BoltsTask(error: error)
        }
    }
}
#endif
