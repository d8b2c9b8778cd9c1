import BoltsPageFetching
import BoltsTasks
import Foundation
import Synchronization

/// Fetches with another fetcher, and records the requests with their bodies.
final class RecordingFetcher: PageFetching {
    private let fetcher: any PageFetching
    private let recorded = Mutex<[SiteExchange]>([])

    init(_ fetcher: any PageFetching) { self.fetcher = fetcher }

    /// The requests so far, in the order in which they ended.
    var exchanges: [SiteExchange] { recorded.withLock { $0 } }

    func fetch(
        _ url: URL,
        options: PageFetchOptions,
        into consumer: any PageConsuming,
        cancellationToken: CancellationToken
    ) -> BoltsTask<FetchedPage> {
        let tee = Tee(consumer)
        let task = fetcher.fetch(url, options: options, into: tee, cancellationToken: cancellationToken)
        return task.continueWithTask(.immediate) { task in
            if let page = task.result {
                self.record(SiteExchange(url, options, page, body: tee.body))
            } else if let error = task.error as? PageError {
                self.record(SiteExchange(url, options, error))
            }
            return task
        }
    }

    private func record(_ exchange: SiteExchange) { recorded.withLock { $0.append(exchange) } }
}

/// Passes a body on, and keeps it.
private final class Tee: PageConsuming {
    private let consumer: any PageConsuming
    private let bytes = Mutex<[UInt8]>([])

    init(_ consumer: any PageConsuming) { self.consumer = consumer }

    var body: [UInt8] { bytes.withLock { $0 } }

    func begin(_ response: PageResponse) throws {
        bytes.withLock { $0 = [] }
        try consumer.begin(response)
    }

    func consume(_ chunk: Span<UInt8>) throws -> Bool {
        bytes.withLock { bytes in
            chunk.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
        }
        return try consumer.consume(chunk)
    }
}
