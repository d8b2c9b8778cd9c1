/// How many requests a connection has carried.
///
/// It is used on the connection's event loop. Ending a connection now and then lets a load balancer spread clients over added
/// nodes.
final class RequestCount {
    private let limit: Int
    private var count = 0

    /// - Parameter limit: How many requests the connection may carry; zero means any number.
    init(limit: Int) { self.limit = limit }

    /// Whether the last request has arrived.
    var isOver: Bool { limit > 0 && count >= limit }

    /// Counts a request, and returns whether it is the last.
    func add() -> Bool {
        count += 1
        return isOver
    }
}
