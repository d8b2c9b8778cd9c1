import Synchronization

/// The connections of clients by their addresses, so that no address has more than half of all.
///
/// Otherwise a client that opens one connection after another, and sends nothing, requests slow pages or reads no response,
/// would keep all others waiting until its connections time out.
final class ConnectionShares: Sendable {
    /// A connection, and how it is closed.
    final class Connection: Sendable {
        /// Whether a request on it waits for its response.
        let hasRequest = Atomic(false)
        /// Whether it is known to have a response that was not completely sent.
        let hasUnsent = Atomic(false)
        /// Whether it had a request since the last check.
        let wasUsed = Atomic(false)
        /// Closes the connection in favour of a new one, if it is idle.
        let closeIfIdle: @Sendable (_ connection: Connection, _ newcomer: Connection) -> Void
        /// Closes the new connection, because its address has no room.
        let refuse: @Sendable () -> Void

        var isIdle: Bool { !hasRequest.load(ordering: .relaxed) && !hasUnsent.load(ordering: .relaxed) }

        init(
            closeIfIdle: @escaping @Sendable (_ connection: Connection, _ newcomer: Connection) -> Void,
            refuse: @escaping @Sendable () -> Void
        ) {
            self.closeIfIdle = closeIfIdle
            self.refuse = refuse
        }
    }

    /// The decision about a new connection.
    enum Entry {
        /// The address of the connection has room for it.
        case room
        /// The new connection replaces an idle one of its address, which must be closed and is no longer counted.
        case replaces(Connection)
        /// The address has no room, and none of its connections is idle: the new one must be closed, and is not counted.
        case refused
    }

    /// The connections of an address.
    private struct Own {
        /// How many connections are checked for a new one, so that an address with many connections does not slow down others.
        private static let steps = 128

        private(set) var members: [Connection] = []
        private var places: [ObjectIdentifier: Int] = [:]
        /// The connection that was checked last.
        private var hand = 0

        mutating func add(_ connection: Connection) {
            guard places[ObjectIdentifier(connection)] == nil else { return }
            places[ObjectIdentifier(connection)] = members.count
            members.append(connection)
        }

        mutating func remove(_ connection: Connection) {
            guard let place = places.removeValue(forKey: ObjectIdentifier(connection)) else { return }
            let last = members.removeLast()
            guard last !== connection else { return }
            members[place] = last
            places[ObjectIdentifier(last)] = place
        }

        /// Removes an idle connection: preferably one without a request since the last check.
        mutating func takeIdle(besides others: [Connection]) -> Connection? {
            var used: Connection?
            for _ in 0..<min(members.count, Self.steps) {
                hand = (hand + 1) % members.count
                let one = members[hand]
                guard one.isIdle, !others.contains(where: { $0 === one }) else { continue }
                guard one.wasUsed.exchange(false, ordering: .relaxed) else {
                    remove(one)
                    return one
                }
                used = used ?? one
            }
            if let used { remove(used) }
            return used
        }
    }

    private let share: Int
    private let connections = Mutex<[String: Own]>([:])

    /// - Parameter limit: How many connections all clients may have.
    init(limit: Int) { share = max(1, limit / 2) }

    /// Adds a connection, or adds again one that was returned for closing but is not closed.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - address: Its address.
    ///   - newcomer: The new connection for which another must be closed; `nil` if it is this one.
    /// - Returns: The decision about the new connection.
    func enter(_ connection: Connection, of address: String, for newcomer: Connection? = nil) -> Entry {
        let newcomer = newcomer ?? connection
        return connections.withLock { connections in
            connections[address, default: Own()].add(connection)
            guard let count = connections[address]?.members.count, count > share else { return .room }
            if let idle = connections[address]?.takeIdle(besides: [connection, newcomer]) { return .replaces(idle) }
            connections[address]?.remove(newcomer)
            return .refused
        }
    }

    /// Removes a connection that has ended.
    func leave(_ connection: Connection, of address: String) {
        connections.withLock { connections in
            connections[address]?.remove(connection)
            if connections[address]?.members.isEmpty == true { connections[address] = nil }
        }
    }
}
