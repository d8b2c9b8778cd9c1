public import BoltsTasks
public import Foundation

/// The default fetcher: libcurl on Linux if it can be loaded, `URLSession` otherwise.
///
/// Over libcurl, every limit protects the rest of the process too. Over `URLSession` on Linux, a hostile page can hold up
/// other transfers.
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

    /// Fetches a page and passes its bytes on as they arrive.
    ///
    /// - Parameters:
    ///   - url: The URL of the page.
    ///   - options: Limits and rules.
    ///   - consumer: Takes the bytes, on a thread that other fetches share: it must neither block nor fetch.
    ///   - cancellationToken: Cancels the task immediately and closes the connection.
    /// - Returns: A task of what is known of the page. It completes on a background thread, and fails with ``PageError``
    ///   or with what the consumer threw.
    public func fetch(
        _ url: URL,
        options: PageFetchOptions,
        into consumer: any PageConsuming,
        cancellationToken: CancellationToken
    ) -> BoltsTask<FetchedPage> {
        fetcher.fetch(url, options: options, into: consumer, cancellationToken: cancellationToken)
    }
}
