import BoltsPageFetching
import BoltsTasks
import Foundation
import Synchronization

/// Fetches the association files of a host with another fetcher, and records the requests with their bodies.
///
/// A file that is too large fails, as if it had not arrived.
final class RecordingFetcher: PageFetching {
    private struct State {
        var exchanges: [SiteExchange] = []
        /// How many bytes were taken from the budget.
        var byteCount = 0
    }

    private let fetcher: any PageFetching
    private let budget: BodyBudget
    private let state = Mutex(State())

    /// - Parameters:
    ///   - fetcher: Sends the requests.
    ///   - budget: What the files of this host and of all others may need. This object gives back what it took when it is
    ///     released.
    init(_ fetcher: any PageFetching, budget: BodyBudget) {
        self.fetcher = fetcher
        self.budget = budget
    }

    deinit { budget.give(state.withLock { $0.byteCount }) }

    /// The requests so far, in the order in which they ended.
    var exchanges: [SiteExchange] { state.withLock { $0.exchanges } }

    func fetch(
        _ url: URL,
        options: PageFetchOptions,
        into consumer: any PageConsuming,
        cancellationToken: CancellationToken
    ) -> BoltsTask<FetchedPage> {
        let tee = Tee(consumer) { try self.take($0, ofFileWith: $1, url) }
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

    private func record(_ exchange: SiteExchange) { state.withLock { $0.exchanges.append(exchange) } }

    /// - Throws: `PageError` if the file, the host's files or those of all hosts become too large.
    private func take(_ count: Int, ofFileWith fileCount: Int, _ url: URL) throws {
        guard fileCount <= BodyBudget.fileLimit else {
            throw PageError(.interrupted, "\(url) has more than \(BodyBudget.fileLimit) bytes, and was not read.")
        }
        let isInLimit = state.withLock { $0.byteCount + count <= BodyBudget.siteLimit }
        guard isInLimit else {
            throw PageError(
                .interrupted,
                "\(url) was not read: the association files of its host have more than \(BodyBudget.siteLimit) bytes."
            )
        }
        guard budget.take(count, ofFileWith: fileCount) else {
            throw PageError(
                .interrupted,
                "\(url) was not read, because too many association files are read at this time. Ask again later."
            )
        }
        state.withLock { $0.byteCount += count }
    }
}

/// Passes a body on, and keeps it.
private final class Tee: PageConsuming {
    private let consumer: any PageConsuming
    private let take: @Sendable (_ count: Int, _ fileCount: Int) throws -> Void
    private let bytes = Mutex<[UInt8]>([])

    init(_ consumer: any PageConsuming, take: @escaping @Sendable (_ count: Int, _ fileCount: Int) throws -> Void) {
        self.consumer = consumer
        self.take = take
    }

    var body: [UInt8] { bytes.withLock { $0 } }

    func begin(_ response: PageResponse) throws {
        bytes.withLock { $0 = [] }
        try consumer.begin(response)
    }

    func consume(_ chunk: Span<UInt8>) throws -> Bool {
        try take(chunk.count, bytes.withLock { $0.count } + chunk.count)
        bytes.withLock { bytes in
            chunk.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
        }
        return try consumer.consume(chunk)
    }
}
