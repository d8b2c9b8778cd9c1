public import BoltsTasks
public import Foundation

/// Fetches pages over http and https.
///
/// Implement it to fetch pages with another transport. An implementation obeys ``PageFetchOptions``, follows redirects itself,
/// sends no cookies and no credentials, and sends `Prefer-Html-Meta-Tags: al`.
///
/// ```swift
/// struct CannedPages: PageFetching {
///     let pages: [URL: [UInt8]]
///
///     func fetch(
///         _ url: URL,
///         options: PageFetchOptions,
///         into consumer: any PageConsuming,
///         cancellationToken: CancellationToken
///     ) -> BoltsTask<FetchedPage> {
///         let response = PageResponse(url: url, status: 200, contentType: nil)
///         let bytes = (pages[url] ?? [])[...]
///         return BoltsTask(.immediate, cancellationToken: cancellationToken) {
///             try consumer.begin(response)
///             _ = try consumer.consume(bytes.span)
///             return FetchedPage(requestedURL: url, response: response, hops: [], byteCount: bytes.count)
///         }
///     }
/// }
/// ```
public protocol PageFetching: Sendable {
    /// Fetches a page and passes its bytes on as they arrive.
    ///
    /// - Parameters:
    ///   - url: The URL of the page.
    ///   - options: The limits and rules.
    ///   - consumer: Receives the bytes. Its calls do not overlap, and none comes after the task has completed successfully. It
    ///     may be called on a thread that other transfers share: it must not block or fetch.
    ///   - cancellationToken: Cancels the task immediately and closes the connection.
    /// - Returns: A task of the page's requests, its response, and how much of it was read. It fails with ``PageError``
    ///   or with the consumer's error.
    func fetch(
        _ url: URL,
        options: PageFetchOptions,
        into consumer: any PageConsuming,
        cancellationToken: CancellationToken
    ) -> BoltsTask<FetchedPage>
}

extension PageFetching {
    /// Fetches a page and passes its bytes on as they arrive.
    ///
    /// Cancelling the Swift task that awaits this closes the connection.
    ///
    /// ```swift
    /// func size(of url: URL, by fetcher: some PageFetching, into counter: some PageConsuming) async throws -> Int {
    ///     try await fetcher.fetch(url, into: counter).byteCount
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - url: The URL of the page.
    ///   - options: The limits and rules.
    ///   - consumer: Receives the bytes, on a thread that other transfers share: it must not block or fetch.
    /// - Returns: The page's requests, its response, and how much of it was read.
    /// - Throws: ``PageError``, the consumer's error, or `CancellationError`.
    public func fetch(
        _ url: URL,
        options: PageFetchOptions = PageFetchOptions(),
        into consumer: any PageConsuming
    ) async throws -> FetchedPage {
        let cancellation = CancellationTokenSource()
        return try await withTaskCancellationHandler {
            try await fetch(url, options: options, into: consumer, cancellationToken: cancellation.token).value
        } onCancel: {
            cancellation.cancel()
        }
    }
}
