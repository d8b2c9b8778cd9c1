import BoltsAppLinks
import BoltsTasks
import Foundation
import Synchronization

/// Pages in memory, and a record of who asked for what.
final class StubPages: PageFetching {
    struct Request: Sendable {
        let url: URL
        let options: PageFetchOptions
        let token: CancellationToken
        /// How many came before.
        var number = 0
    }

    struct Page: Sendable {
        var status = 200
        var body = ""
        var fields = HTTPCacheFields()
        /// What came before the page.
        var hops: [PageHop] = []
        /// Answers only when this is complete.
        var gate = BoltsTask<Void>(result: ())
    }

    private let state = Mutex<[Request]>([])
    private let page: @Sendable (Request) -> Page

    /// - Parameter page: What to answer a request with.
    init(_ page: @escaping @Sendable (Request) -> Page) {
        self.page = page
    }

    var requests: [Request] { state.withLock { $0 } }

    func fetch(
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
                throw AppLinkResolutionError(
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
