package import BoltsPageFetching
package import BoltsTasks
package import Foundation
import Synchronization

/// Pages in memory, and a record of the requests for them.
package final class StubPages: PageFetching {
    package struct Request: Sendable {
        package let url: URL
        package let options: PageFetchOptions
        package let token: CancellationToken
        /// How many requests came before.
        package var number = 0
    }

    package struct Page: Sendable {
        package var status = 200
        package var body = ""
        package var fields = HTTPCacheFields()
        /// The hops before the page.
        package var hops: [PageHop] = []
        /// Completes when the page may be sent.
        package var gate = BoltsTask<Void>(result: ())

        package init(
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
    package init(_ page: @escaping @Sendable (Request) -> Page) {
        self.page = page
    }

    package var requests: [Request] { state.withLock { $0 } }

    package func fetch(
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
                body: bytes.count < page.body.utf8.count ? .truncated : .complete
            )
        }
    }
}
