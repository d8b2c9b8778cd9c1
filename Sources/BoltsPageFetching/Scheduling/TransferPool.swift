/// The transfers that share one limit.
final class TransferPool: Sendable {
    /// The pool of all fetchers without a limit of their own.
    static let shared = TransferPool(limit: 100)

    /// How many transfers run at the same time.
    let limit: Int
    /// How many of them go to one address, or to the /64 of an IPv6 address.
    let networkLimit: Int

    init(limit: Int, networkLimit: Int = .max) {
        self.limit = limit
        self.networkLimit = networkLimit
    }
}
