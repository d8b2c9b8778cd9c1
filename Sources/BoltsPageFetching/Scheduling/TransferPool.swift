/// The transfers that share one limit.
final class TransferPool: Sendable {
    /// For every fetcher that has no limit of its own.
    static let shared = TransferPool(limit: 100)

    /// The most transfers that run at a time.
    let limit: Int

    init(limit: Int) {
        self.limit = limit
    }
}
