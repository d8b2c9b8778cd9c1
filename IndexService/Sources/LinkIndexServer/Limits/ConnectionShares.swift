import Synchronization

/// The connections of clients by their addresses, so that no address keeps more than half of them idle.
///
/// A client that opens one connection after another would otherwise keep all others waiting until its connections are too old.
final class ConnectionShares: Sendable {
    /// A connection, and how it is closed.
    final class Connection: Sendable {
        /// Whether it has no request that waits for its response.
        let isIdle = Atomic(true)
        /// Closes it unless it has a request meanwhile.
        let closeIfIdle: @Sendable (Connection) -> Void

        init(closeIfIdle: @escaping @Sendable (Connection) -> Void) { self.closeIfIdle = closeIfIdle }
    }

    private let share: Int
    private let connections = Mutex<[String: [ObjectIdentifier: Connection]]>([:])

    /// - Parameter limit: How many connections all clients may have.
    init(limit: Int) { share = max(1, limit / 2) }

    /// Adds a connection.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - address: Whose it is.
    /// - Returns: An idle connection of the address to close, if it has more than its share.
    func enter(_ connection: Connection, of address: String) -> Connection? {
        connections.withLock { connections in
            connections[address, default: [:]][ObjectIdentifier(connection)] = connection
            guard let own = connections[address], own.count > share,
                let idle = own.values.first(where: { $0 !== connection && $0.isIdle.load(ordering: .relaxed) })
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
