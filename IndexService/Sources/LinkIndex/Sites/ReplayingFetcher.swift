import BoltsPageFetching
import BoltsTasks
import Foundation

/// Answers requests with what was recorded of them, and others with one error.
struct ReplayingFetcher: PageFetching {
    private struct Request: Hashable {
        let url: URL
        let redirectLimit: Int
    }

    private let exchanges: [Request: SiteExchange]
    private let otherwise: PageError

    /// - Parameters:
    ///   - exchanges: The recorded requests.
    ///   - otherwise: The error of every other request.
    init(_ exchanges: [SiteExchange], otherwise: PageError) {
        self.exchanges = Dictionary(
            exchanges.map { (Request(url: $0.url, redirectLimit: $0.redirectLimit), $0) },
            uniquingKeysWith: { first, _ in first }
        )
        self.otherwise = otherwise
    }

    func fetch(
        _ url: URL,
        options: PageFetchOptions,
        into consumer: any PageConsuming,
        cancellationToken: CancellationToken
    ) -> BoltsTask<FetchedPage> {
        guard let exchange = exchanges[Request(url: url, redirectLimit: options.redirectLimit)],
            let response = exchange.response, let page = exchange.page
        else {
            let request = Request(url: url, redirectLimit: options.redirectLimit)
            return BoltsTask(error: exchanges[request]?.error ?? otherwise)
        }
        do {
            try consumer.begin(page.response)
            if !response.body.isEmpty { _ = try consumer.consume([UInt8](response.body).span) }
            return BoltsTask(result: page)
        } catch {
            return BoltsTask(error: error)
        }
    }
}
