@_spi(Bolts) public import BoltsPageFetching
public import BoltsTasks
public import Foundation
import Synchronization

/// Pages in memory, and a record of the requests for them.
public final class StubPages: PageFetching {
    /// A request that was made.
    public struct Request: Sendable {
        /// The URL.
        public let url: URL
        /// The options of the request.
        public let options: PageFetchOptions
        /// Cancels the request.
        public let token: CancellationToken
        /// The number of earlier requests.
        public var number = 0
    }

    /// An answer.
    public struct Page: Sendable {
        /// The HTTP status.
        public var status = 200
        /// The body.
        public var body = ""
        /// The header fields.
        public var fields = HTTPCacheFields()
        /// The hops before the page.
        public var hops: [PageHop] = []
        /// Completes when the page may be sent.
        public var gate = BoltsTask<Void>(result: ())

        /// Creates a page.
        public init(
            status: Int = 200,
            body: String = "",
            fields: HTTPCacheFields = HTTPCacheFields(),
            hops: [PageHop] = [],
            gate: BoltsTask<Void> = BoltsTask(result: ())
        ) {
            self.status = status
            self.body = body
            self.fields = fields
            self.hops = hops
            self.gate = gate
        }
    }

    private let state = Mutex<[Request]>([])
    private let page: @Sendable (Request) -> Page

    /// - Parameter page: Returns the page for a request.
    public init(_ page: @escaping @Sendable (Request) -> Page) {
        self.page = page
    }

    /// The requests so far.
    public var requests: [Request] { state.withLock { $0 } }

    /// Answers with the page that the closure makes, and records the request.
    public func fetch(
        _ url: URL,
        options: PageFetchOptions,
        into consumer: any PageConsuming,
        cancellationToken: CancellationToken
    ) -> BoltsTask<FetchedPage> {
        let request = state.withLock { requests in
            let request = Request(url: url, options: options, token: cancellationToken, number: requests.count)
            requests.append(request)
            return request
        }
        let page = page(request)
        return page.gate.continueOnSuccessWith(.immediate, cancellationToken: cancellationToken) { _ in
            let hops = page.hops + [PageHop(url: url, status: page.status, cacheFields: page.fields)]
            if page.status == 304, options.validator != nil {
                let response = PageResponse(url: url, status: 304, contentType: nil)
                return FetchedPage(requestedURL: url, response: response, hops: hops, byteCount: 0, body: .notModified)
            }
            guard page.status == 200 || options.readsErrorPages else {
                throw PageError(
                    .httpStatus,
                    "\(url.absoluteString) answered with status \(page.status)",
                    httpStatus: page.status,
                    hops: hops
                )
            }
            let response = PageResponse(url: url, status: page.status, contentType: nil)
            let bytes = Array(page.body.utf8.prefix(options.bodyLimit))
            try consumer.begin(response)
            let slice = bytes[...]
            if !slice.isEmpty { _ = try consumer.consume(slice.span) }
            return FetchedPage(
                requestedURL: url,
                response: response,
                hops: hops,
                byteCount: bytes.count,
                body: bytes.count < page.body.utf8.count ? .truncated : .complete
            )
        }
    }
}
