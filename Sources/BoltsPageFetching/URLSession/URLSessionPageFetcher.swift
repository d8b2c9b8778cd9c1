#if !os(Linux) || URLSessionOnLinux
package import BoltsTasks
package import Foundation

/// Fetches pages with `URLSession`.
///
/// Each fetch has a session of its own without cookies, credentials or cache, so that no page uses the connection of
/// another. `URLSession` looks up the name of a page again after the policy allowed it, except for plain http on Linux.
/// On watchOS, where programs cannot look up names, only literal addresses and local names are checked.
package struct URLSessionPageFetcher: PageFetching {
    private let hosts: any HostResolving

    /// Creates a fetcher that looks names up with the system's resolver by default.
    package init(hosts: any HostResolving = SystemHostResolver()) {
        self.hosts = hosts
    }

    /// Fetches a page and passes its bytes on as they arrive, on Linux on the thread that all sessions of the process share.
    ///
    /// The task completes on a background thread, and fails with ``PageError`` or with the consumer's error. Cancellation closes
    /// the connection.
    package func fetch(
        _ url: URL,
        options: PageFetchOptions,
        into consumer: any PageConsuming,
        cancellationToken: CancellationToken
    ) -> BoltsTask<FetchedPage> {
        if cancellationToken.isCancellationRequested { return .cancelled() }
        do {
            let machine = try FetchStateMachine(
                url,
                options: options,
                pinning: URLSessionPageFetcher.pinning,
                looksUpNames: URLSessionPageFetcher.looksUpNames
            )
            let fetch = PageFetch(
                machine,
                options: options,
                hosts: hosts,
                consumer: consumer,
                transport: URLSessionTransport()
            )
            return fetch.start(cancellationToken)
        } catch {
            return BoltsTask(error: error)
        }
    }

    /// Whether this process can look up names: on watchOS only `URLSession` itself can.
    private static var looksUpNames: Bool {
        #if os(watchOS)
        return false
        #else
        return true
        #endif
    }

    /// The connections that go to the allowed address.
    ///
    /// On Linux those of plain http do, unless there is a proxy, because the `Host` field can be set. On Apple
    /// platforms App Transport Security grants its exceptions by name, and they would no longer match.
    private static var pinning: FetchStateMachine.AddressPinning {
        #if canImport(Darwin)
        return .none
        #else
        return ProxySettings().usesProxyForHTTP ? .none : .plainHTTP
        #endif
    }
}
#endif
