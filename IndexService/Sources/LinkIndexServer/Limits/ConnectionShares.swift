import Synchronization

/// The connections of clients by their addresses, so that no address keeps more than half of them idle.
///
/// A client that opens one connection after another would otherwise keep all others waiting until its connections are too old.
final class ConnectionShares: Sendable {
    /// A connection, and how it is closed.
    final class Connection: Sendable {
        /// Whether it has a request that waits for its response.
        let hasRequest = Atomic(false)
        /// Whether it is known to have a response that was not sent to its end.
        let hasUnsent = Atomic(false)
        /// Closes it for a new one, unless it is not idle.
        let closeIfIdle: @Sendable (_ connection: Connection, _ newcomer: Connection) -> Void

        var isIdle: Bool { !hasRequest.load(ordering: .relaxed) && !hasUnsent.load(ordering: .relaxed) }

        init(closeIfIdle: @escaping @Sendable (_ connection: Connection, _ newcomer: Connection) -> Void) {
            self.closeIfIdle = closeIfIdle
        }
    }

    private let share: Int
    private let connections = Mutex<[String: [ObjectIdentifier: Connection]]>([:])

    /// - Parameter limit: How many connections all clients may have.
    init(limit: Int) { share = max(1, limit / 2) }

    /// Adds a connection, also one that was returned here but is not closed.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - address: Whose it is.
    ///   - newcomer: The one for which another is to be closed; `nil` if that is this one.
    /// - Returns: Another, idle connection of the address to close, if it has more than its share; it counts no more.
    func enter(_ connection: Connection, of address: String, for newcomer: Connection? = nil) -> Connection? {
        connections.withLock { connections in
            connections[address, default: [:]][ObjectIdentifier(connection)] = connection
            guard let own = connections[address], own.count > share,
                let idle = own.values.first(where: { $0 !== connection && $0 !== newcomer && $0.isIdle })
            else { return nil }
            connections[address]?[ObjectIdentifier(idle)] = nil
            return idle
        }
    }

    /// Removes a connection that has ended.
    func leave(_ connection: Connection, of address: String) {
        connections.withLock { connections in
            connections[address]?[ObjectIdentifier(connection)] = nil
            if connections[address]?.isEmpty == true { connections[address] = nil }
        }
    }
}
