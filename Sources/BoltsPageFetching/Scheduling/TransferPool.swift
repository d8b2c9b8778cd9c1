/// The transfers that share one limit.
final class TransferPool: Sendable {
    /// The pool of all fetchers without a limit of their own.
    static let shared = TransferPool(limit: 100)

    /// How many transfers run at the same time.
    let limit: Int

    init(limit: Int) {
        self.limit = limit
    }
}
