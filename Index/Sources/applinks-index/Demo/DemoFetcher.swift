@_spi(Bolts) import BoltsPageFetching
import BoltsTasks
import Foundation

/// Serves one site from memory, so that the first request works without a network, and fetches all others.
///
/// The names under `.example` are reserved (RFC 2606), so no site is hidden.
struct DemoFetcher: PageFetching {
    static let host = "demo.example"

    let otherwise: any PageFetching

    func fetch(
        _ url: URL,
        options: PageFetchOptions,
        into consumer: any PageConsuming,
        cancellationToken: CancellationToken
    ) -> BoltsTask<FetchedPage> {
        guard url.host()?.lowercased() == Self.host else {
            return otherwise.fetch(url, options: options, into: consumer, cancellationToken: cancellationToken)
        }
        guard let (type, text) = DemoSite.documents[url.path()] else {
            let hop = PageHop(url: url, status: 404)
            return BoltsTask(
                error: PageError(.httpStatus, "\(url) has status 404.", httpStatus: 404, hops: [hop])
            )
        }
        let response = PageResponse(url: url, status: 200, contentType: PageContentType(type))
        let fields = HTTPCacheFields { $0 == "Cache-Control" ? "max-age=3600" : nil }
        let hop = PageHop(url: url, status: 200, cacheFields: fields)
        let bytes = Array(text.utf8)
        do {
            try consumer.begin(response)
            _ = try consumer.consume(bytes.span)
        } catch {
            return BoltsTask(error: error)
        }
        return BoltsTask(
            result: FetchedPage(requestedURL: url, response: response, hops: [hop], byteCount: bytes.count)
        )
    }
}
