public import BoltsPageFetching
public import BoltsTasks
public import Foundation
import Synchronization

/// Pages in memory, and a record of who asked for what.
public final class StubPages: PageFetching {
    public struct Request: Sendable {
        public let url: URL
        public let options: PageFetchOptions
        public let token: CancellationToken
        /// How many came before.
        public var number = 0
    }

    public struct Page: Sendable {
        public var status = 200
        public var body = ""
        public var fields = HTTPCacheFields()
        /// What came before the page.
        public var hops: [PageHop] = []
        /// Answers only when this is complete.
        public var gate = BoltsTask<Void>(result: ())

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

    /// - Parameter page: What to answer a request with.
    public init(_ page: @escaping @Sendable (Request) -> Page) {
        self.page = page
    }

    public var requests: [Request] { state.withLock { $0 } }

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
            guard page.status == 200 else {
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
                isCut: bytes.count < page.body.utf8.count
            )
        }
    }
}
