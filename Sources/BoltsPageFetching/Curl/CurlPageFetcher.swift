#if os(Linux)
public import BoltsTasks
public import Foundation

/// Fetches pages with libcurl, whose limits protect the page's own task and the rest of the process.
///
/// All fetches share one thread, which never waits for one of them. A page is read in pieces of at most 16 KB, counted as
/// they are decompressed, and dropped when it meets a limit. Connections go to the address that the policy judged, over
/// https too, and are never reused.
///
/// A limited number of transfers run at a time; the others wait. One host gets at most a third of the places and one
/// address at most half of them, so that a slow host does not hold up others. ``PageFetchOptions/totalTimeout`` includes
/// the wait.
///
/// libcurl is loaded on first use, on Linux with glibc. A program that relies on the limits uses this type and does not
/// start without it:
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

    /// The version of libcurl, such as `7.88.1`, or `nil` if it cannot be used.
    package static var libraryVersion: String? { CurlLibrary.shared?.version }

    /// Fetches a page and passes its bytes on as they arrive.
    ///
    /// Proxies that the environment names are used under ``AddressPolicy/any`` only, because a proxy decides where to
    /// connect.
    ///
    /// - Parameters:
    ///   - url: The URL of the page.
    ///   - options: Limits and rules.
    ///   - consumer: Takes the bytes, on the thread that all fetches share: it must neither block nor fetch.
    ///   - cancellationToken: Cancels the task immediately. The connection is closed right after.
    /// - Returns: A task of what is known of the page. It completes on a background thread, and fails with ``PageError``
    ///   or with what the consumer threw.
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
