public import BoltsTasks
public import Foundation

/// Something that fetches pages over http and https.
///
/// The one place where pages come from the network, so that another transport can take it. Whoever conforms keeps the
/// rules that ``PageFetchOptions`` sets out, follows redirects itself, sends no cookies and no credentials, and says
/// `Prefer-Html-Meta-Tags: al`.
///
/// ```swift
/// struct CannedPages: PageFetching {
///     let pages: [URL: [UInt8]]
///     func fetch(
///         _ url: URL, options: PageFetchOptions, into consumer: any PageConsuming, cancellationToken: CancellationToken
///     ) -> BoltsTask<FetchedPage> {
///         let response = PageResponse(url: url, status: 200, contentType: nil)
///         let bytes = pages[url] ?? []
///         return BoltsTask(.immediate, cancellationToken: cancellationToken) {
///             try consumer.begin(response)
///             _ = try consumer.consume(bytes.span)
///             return FetchedPage(
///                 requestedURL: url, response: response, hops: [], byteCount: bytes.count, isCut: false)
///         }
///     }
/// }
/// ```
public protocol PageFetching: Sendable {
    /// Fetches a page and hands its bytes on as they come.
    ///
    /// - Parameters:
    ///   - url: The URL of the page.
    ///   - options: Limits and rules.
    ///   - consumer: What takes the bytes. One call is made at a time, none after the task completed successfully, and
    ///     perhaps on a thread that other transfers share: it neither blocks nor fetches.
    ///   - cancellationToken: Cancels the task at once and closes the connection.
    /// - Returns: A task of what is known of the page. It fails with ``PageError``, or with what the consumer
    ///   threw.
    func fetch(
        _ url: URL,
        options: PageFetchOptions,
        into consumer: any PageConsuming,
        cancellationToken: CancellationToken
    ) -> BoltsTask<FetchedPage>
}

/// Something that takes the bytes of one page.
///
/// ```swift
/// final class Counter: PageConsuming {
///     let count = Mutex(0)
///     func begin(_ response: PageResponse) {}
///     func consume(_ chunk: Span<UInt8>) -> Bool {
///         count.withLock { $0 += chunk.count }
///         return true
///     }
/// }
/// ```
public protocol PageConsuming: AnyObject, Sendable {
    /// Says that a page was found, before its first byte.
    ///
    /// - Parameter response: Where it came from and what it says it is.
    /// - Throws: Anything, to refuse the page; the fetch fails with it.
    func begin(_ response: PageResponse) throws

    /// Takes the next bytes.
    ///
    /// - Parameter chunk: Some bytes, at least one.
    /// - Returns: Whether more are wanted; `false` ends the fetch successfully.
    /// - Throws: Anything, to refuse the page; the fetch fails with it.
    func consume(_ chunk: Span<UInt8>) throws -> Bool
}
