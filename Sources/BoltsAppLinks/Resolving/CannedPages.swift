@_spi(Bolts) public import BoltsPageFetching
public import BoltsTasks
public import Foundation
internal import Synchronization

/// Pages in memory for tests: a fetcher that needs no network.
///
/// Each page is given by its URL. Other http and https URLs get status 404; a URL that cannot be fetched, such as an app's, is
/// an error.
///
/// ```swift
/// let pages = CannedPages(["https://recipes.example/cake": .html("<meta property=al:ios:url content=recipes://cake>")])
/// let resolver = HTTPAppLinkResolver(fetcher: pages)
/// ```
public final class CannedPages: PageFetching {
    /// The outcome of a fetch.
    public struct Page: Sendable {
        fileprivate enum Answer: Sendable {
            case response(status: Int, bytes: [UInt8])
            case failure(PageError)
            case silence
        }

        fileprivate let answer: Answer

        /// A page of HTML.
        ///
        /// - Parameter text: The text of the page.
        /// - Returns: The page.
        public static func html(_ text: String) -> Page { bytes(Array(text.utf8)) }

        /// A response with any bytes, such as those of a picture.
        ///
        /// - Parameter bytes: The body.
        /// - Returns: The page.
        public static func bytes(_ bytes: [UInt8]) -> Page { Page(answer: .response(status: 200, bytes: bytes)) }

        /// A response with an error status.
        ///
        /// - Parameter status: The status, such as 403.
        /// - Returns: The page.
        public static func status(_ status: Int) -> Page { Page(answer: .response(status: status, bytes: [])) }

        /// A fetch that fails.
        ///
        /// - Parameter error: The error.
        /// - Returns: The page.
        public static func failure(_ error: PageError) -> Page { Page(answer: .failure(error)) }

        /// A server that never answers; the fetch ends when it is cancelled.
        public static let silence = Page(answer: .silence)
    }

    private let pages: [String: Page]
    private let fetched = Mutex<[URL]>([])

    /// Creates a fetcher.
    ///
    /// - Parameter pages: The pages by their URLs.
    public init(_ pages: [String: Page]) {
        self.pages = pages
    }

    /// The URLs that were fetched, in order.
    package var requestedURLs: [URL] { fetched.withLock { $0 } }

    /// Answers with the page of a URL.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - options: The limits of the fetch; only `readsErrorPages` and `bodyLimit` are used.
    ///   - consumer: Receives the page.
    ///   - cancellationToken: Cancels the fetch.
    /// - Returns: A task of the page, complete unless the page is ``Page/silence``.
    public func fetch(
        _ url: URL,
        options: PageFetchOptions,
        into consumer: any PageConsuming,
        cancellationToken: CancellationToken
    ) -> BoltsTask<FetchedPage> {
        do { _ = try HTTPTarget(requesting: url) } catch { return BoltsTask(error: error) }
        fetched.withLock { $0.append(url) }
        switch (pages[url.absoluteString] ?? .status(404)).answer {
        case .failure(let error):
            return BoltsTask(error: error)
        case .silence:
            let source = TaskCompletionSource<FetchedPage>()
            let registration = cancellationToken.register { source.tryCancel() }
            // Keeps the source, and so the fetch, until the fetch is cancelled.
            source.task.continueWith(.immediate) { _ in withExtendedLifetime(source) { registration.dispose() } }
            return source.task
        case .response(let status, let bytes):
            let hops = [PageHop(url: url, status: status)]
            guard (200..<300).contains(status) || options.readsErrorPages else {
                let text = "\(url.absoluteString) answered with status \(status)"
                return BoltsTask(error: PageError(.httpStatus, text, httpStatus: status, hops: hops))
            }
            let body = bytes.prefix(options.bodyLimit)
            let response = PageResponse(url: url, status: status, contentType: nil)
            do {
                try consumer.begin(response)
                if !body.isEmpty { _ = try consumer.consume(body.span) }
            } catch {
                return BoltsTask(error: error)
            }
            return BoltsTask(
                result: FetchedPage(
                    requestedURL: url,
                    response: response,
                    hops: hops,
                    byteCount: body.count,
                    body: body.count < bytes.count ? .truncated : .complete
                )
            )
        }
    }
}
