@_spi(Bolts) import BoltsPageFetching
import BoltsTasks
import Foundation
import Synchronization

/// Limits the memory of association files during a fetch: of one file, of one host, and of the node.
///
/// A page is read as it arrives and only its tags are kept, but a file is needed as a whole.
final class BodyBudget: Sendable {
    /// How many bytes a file may have; Apple reads 128 KiB.
    static let fileLimit = 512 << 10
    /// How many bytes the files of a host may have together; about as much is stored for a host.
    static let siteLimit = 1 << 20

    private let limit: Int
    private let used = Mutex(0)

    /// - Parameter limit: How many bytes of files the node may hold at the same time.
    init(limit: Int) { self.limit = limit }

    /// Reserves bytes, unless that would exceed the limit.
    ///
    /// - Parameters:
    ///   - count: How many bytes.
    ///   - fileCount: The size of the file including these bytes. Files that are too large for Apple have only half of the limit,
    ///        so that they do not block all others.
    /// - Returns: Whether the bytes were reserved.
    func take(_ count: Int, ofFileWith fileCount: Int) -> Bool {
        let limit = fileCount > 128 << 10 ? limit / 2 : limit
        return used.withLock { used in
            guard used + count <= limit else { return false }
            used += count
            return true
        }
    }

    /// Releases reserved bytes.
    func give(_ count: Int) { used.withLock { $0 -= count } }
}

/// Fetches the association files of a host with another fetcher, and bounds their total size.
///
/// The fetch of a file that is too large fails.
final class BudgetedFetcher: PageFetching {
    private let fetcher: any PageFetching
    private let budget: BodyBudget
    /// How many bytes were reserved from the budget.
    private let byteCount = Mutex(0)

    /// - Parameters:
    ///   - fetcher: Sends the requests.
    ///   - budget: The common limit for the files of all hosts. This object releases its reservations when it is released.
    init(_ fetcher: any PageFetching, budget: BodyBudget) {
        self.fetcher = fetcher
        self.budget = budget
    }

    deinit { budget.give(byteCount.withLock { $0 }) }

    func fetch(
        _ url: URL,
        options: PageFetchOptions,
        into consumer: any PageConsuming,
        cancellationToken: CancellationToken
    ) -> BoltsTask<FetchedPage> {
        let counter = Counter(consumer) { try self.take($0, ofFileWith: $1, url) }
        return fetcher.fetch(url, options: options, into: counter, cancellationToken: cancellationToken)
    }

    /// - Throws: `PageError` if the file, the host's files or those of all hosts become too large.
    private func take(_ count: Int, ofFileWith fileCount: Int, _ url: URL) throws {
        guard fileCount <= BodyBudget.fileLimit else {
            throw PageError(.bodyTooLarge, "\(url) has more than \(BodyBudget.fileLimit) bytes, and was not read.")
        }
        let isInLimit = byteCount.withLock { $0 + count <= BodyBudget.siteLimit }
        guard isInLimit else {
            throw PageError(
                .bodyTooLarge,
                "\(url) was not read: the association files of its host have more than \(BodyBudget.siteLimit) bytes."
            )
        }
        guard budget.take(count, ofFileWith: fileCount) else {
            throw PageError(
                .interrupted,
                "\(url) was not read, because too many association files are read at this time. Ask again later."
            )
        }
        byteCount.withLock { $0 += count }
    }
}

/// Passes a body on, and counts its bytes.
private final class Counter: PageConsuming {
    private let consumer: any PageConsuming
    private let take: @Sendable (_ count: Int, _ fileCount: Int) throws -> Void
    private let byteCount = Mutex(0)

    init(_ consumer: any PageConsuming, take: @escaping @Sendable (_ count: Int, _ fileCount: Int) throws -> Void) {
        self.consumer = consumer
        self.take = take
    }

    func begin(_ response: PageResponse) throws {
        byteCount.withLock { $0 = 0 }
        try consumer.begin(response)
    }

    func consume(_ chunk: Span<UInt8>) throws -> Bool {
        let fileCount = byteCount.withLock { count in
            count += chunk.count
            return count
        }
        try take(chunk.count, fileCount)
        return try consumer.consume(chunk)
    }
}
