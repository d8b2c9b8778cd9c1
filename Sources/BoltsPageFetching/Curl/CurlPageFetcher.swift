#if os(Linux)
public import BoltsTasks
public import Foundation

/// Fetches pages with libcurl, which keeps every limit for the page's own task and for the rest of the process.
///
/// All fetches share one thread, which never waits for one of them: a page is read in pieces of at most 16 KB, counted as
/// they are inflated, and dropped the moment it meets a limit. Connections go to the address that the policy judged, over
/// https too, and are never used twice. A hundred pages are fetched at a time; others wait their turn, and
/// ``PageFetchOptions/totalTimeout`` counts from the beginning of that wait. What is promised is written down in
/// `docs/fetching.md`.
///
/// libcurl is looked for when it is first needed, on Linux with glibc. A program that has to rely on the limits asks for
/// this type by name, and does not start without it:
///
/// ```swift
/// guard let fetcher = CurlPageFetcher() else { fatalError("install libcurl 7.68 or newer") }
/// let resolver = HTTPAppLinkResolver(fetcher: fetcher)
/// ```
public struct CurlPageFetcher: PageFetching {
    private let hosts: any HostResolving
    private let loop: CurlLoop
    private let pool: TransferPool
    private let certificateAuthorities: String?

    /// Creates a fetcher, or `nil` where libcurl cannot be loaded or is older than 7.68.
    ///
    /// - Parameters:
    ///   - hosts: What looks up names, the system by default.
    ///   - simultaneousTransferLimit: The most transfers of this fetcher that run at a time. By default it shares a limit
    ///     of 100 with every other fetcher of the process that has none of its own.
    public init?(hosts: any HostResolving = SystemHostResolver(), simultaneousTransferLimit: Int? = nil) {
        self.init(hosts: hosts, pool: simultaneousTransferLimit.map { TransferPool(limit: $0) } ?? .shared)
    }

    /// - Parameters:
    ///   - hosts: What looks up names.
    ///   - pool: The transfers that share one limit.
    ///   - certificateAuthorities: The path of a file of certificates to trust instead of the system's.
    init?(hosts: any HostResolving, pool: TransferPool = .shared, certificateAuthorities: String? = nil) {
        guard let loop = CurlLoop.shared else { return nil }
        self.hosts = hosts
        self.loop = loop
        self.pool = pool
        self.certificateAuthorities = certificateAuthorities
    }

    /// The version of libcurl, such as `7.88.1`, or `nil` where it cannot be used.
    public static var libraryVersion: String? { CurlLibrary.shared?.version }

    /// Fetches a page and hands its bytes on as they come.
    ///
    /// Proxies that the environment names are used under ``AddressPolicy/any`` only: behind a proxy, the proxy would decide
    /// where to connect.
    ///
    /// - Parameters:
    ///   - url: The URL of the page.
    ///   - options: Limits and rules.
    ///   - consumer: What takes the bytes. It is called on the thread that all fetches share.
    ///   - cancellationToken: Cancels the task at once; the connection is closed right after.
    /// - Returns: A task of what is known of the page.
    public func fetch(
        _ url: URL,
        options: PageFetchOptions,
        into consumer: any PageConsuming,
        cancellationToken: CancellationToken
    ) -> BoltsTask<FetchedPage> {
        if cancellationToken.isCancellationRequested { return .cancelled() }
        do {
            let usesProxies = !options.addressPolicy.judgesAddresses && ProxyEnvironment().forAnything
            let machine = try FetchStateMachine(url, options: options, pinning: usesProxies ? .none : .all)
            let settings = CurlExchange.Settings(
                headerLimit: options.headerLimit,
                usesProxies: usesProxies,
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
