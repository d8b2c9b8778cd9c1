import BoltsAppLinks
import BoltsTasks
import Foundation

/// Pages in memory.
struct StubPages: PageFetching {
    struct Page: Sendable {
        var status = 200
        var body = "<meta property=al:ios:url content=recipes://42>"
        var maximumAge = 600
        var entityTag: String?
        var gate = BoltsTask<Void>(result: ())
    }

    let page: @Sendable (URL) -> Page

    init(_ page: @escaping @Sendable (URL) -> Page = { _ in Page() }) { self.page = page }

    func fetch(
        _ url: URL,
        options: PageFetchOptions,
        into consumer: any PageConsuming,
        cancellationToken: CancellationToken
    ) -> BoltsTask<FetchedPage> {
        let page = page(url)
        return page.gate.continueOnSuccessWith(.immediate, cancellationToken: cancellationToken) { _ in
            let header = ["Cache-Control": "max-age=\(page.maximumAge)", "ETag": page.entityTag]
            let fields = HTTPCacheFields { name in header[name] ?? nil }
            let isUnchanged = page.status == 200 && options.validator?.entityTag != nil
            let status = isUnchanged ? 304 : page.status
            let hops = [
                PageHop(url: url, status: 301, location: url.absoluteString),
                PageHop(url: url, status: status, cacheFields: fields),
            ]
            if isUnchanged {
                let response = PageResponse(url: url, status: 304, contentType: nil)
                return FetchedPage(requestedURL: url, response: response, hops: hops, byteCount: 0, body: .notModified)
            }
            guard page.status == 200 else {
                throw PageError(
                    .httpStatus,
                    "\(url.absoluteString) has the status \(page.status)",
                    httpStatus: page.status,
                    hops: hops
                )
            }
            let response = PageResponse(url: url, status: 200, contentType: nil)
            let bytes = Array(page.body.utf8)[...]
            try consumer.begin(response)
            _ = try consumer.consume(bytes.span)
            return FetchedPage(requestedURL: url, response: response, hops: hops, byteCount: bytes.count)
        }
    }
}
