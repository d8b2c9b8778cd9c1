/// Decides which caller gets which connection, and when another one is opened.
///
/// It does nothing itself.
struct PoolState<Connection: AnyObject, Waiter> {
    /// What the pool has to do, in this order, after it has released its lock.
    enum Action {
        /// Open a connection, and report it with ``opened(_:)`` or ``openingFailed(_:now:)``.
        case open
        /// Call ``openingIsDue(now:)`` after some time.
        case openLater(Duration)
        case give(Connection, Waiter)
        case fail(Waiter, PostgreSQLError)
        case close(Connection)
    }

    typealias Instant = ContinuousClock.Instant

    private let connectionLimit: Int
    private let waiterLimit: Int
    private let backoff: Backoff
    /// How long callers wait for a database that is away.
    ///
    /// After that only one does, and the others get the error at once.
    private let patience: Duration

    /// Free connections, the one used last at the end.
    private var idle: [Connection] = []
    private var lent: [ObjectIdentifier: Connection] = [:]
    private var opening = 0
    private var waiters: [(id: UInt64, waiter: Waiter)] = []
    /// How often opening failed since it last succeeded.
    private var failures = 0
    private var lastFailure: PostgreSQLError?
    /// Since when there is no connection and none can be opened.
    private var awaySince: Instant?
    /// Before this no connection is opened.
    private var nextOpening: Instant?
    private var isOpeningPlanned = false
    private(set) var isClosed = false

    init(connectionLimit: Int, waiterLimit: Int, backoff: Backoff, patience: Duration) {
        self.connectionLimit = max(1, connectionLimit)
        self.waiterLimit = max(1, waiterLimit)
        self.backoff = backoff
        self.patience = patience
    }

    var openCount: Int { idle.count + lent.count }
    var waiterCount: Int { waiters.count }
    var idleCount: Int { idle.count }

    /// A caller wants a connection.
    mutating func request(_ id: UInt64, _ waiter: Waiter, now: Instant) -> [Action] {
        guard !isClosed else { return [.fail(waiter, .poolIsClosed)] }
        if waiters.isEmpty, let connection = idle.popLast() {
            lent[ObjectIdentifier(connection)] = connection
            return [.give(connection, waiter)]
        }
        guard waiters.count < waiterLimit else {
            return [.fail(waiter, PostgreSQLError(.busy, "\(waiters.count) callers wait for a connection already"))]
        }
        if let awaySince, let lastFailure, !waiters.isEmpty, now - awaySince > patience {
            return [.fail(waiter, lastFailure)]
        }
        waiters.append((id, waiter))
        return openings(now: now)
    }

    /// A caller waits no longer.
    ///
    /// - Returns: The caller, unless it was answered, and the error that says what it waited for.
    mutating func withdraw(_ id: UInt64) -> (waiter: Waiter, error: PostgreSQLError)? {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else { return nil }
        let waiter = waiters.remove(at: index).waiter
        if openCount == 0 {
            return (waiter, lastFailure ?? PostgreSQLError(.connectionFailed, "no connection was opened in time"))
        }
        return (waiter, PostgreSQLError(.busy, "all \(openCount) connections stayed busy"))
    }

    mutating func opened(_ connection: Connection, now: Instant) -> [Action] {
        opening -= 1
        failures = 0
        lastFailure = nil
        awaySince = nil
        nextOpening = nil
        guard !isClosed else { return [.close(connection)] }
        return placed(connection) + openings(now: now)
    }

    mutating func openingFailed(_ error: PostgreSQLError, now: Instant) -> [Action] {
        opening -= 1
        failures += 1
        lastFailure = error
        if openCount == 0, awaySince == nil { awaySince = now }
        nextOpening = now + backoff.wait(afterFailures: failures)
        guard error.isTransient else {
            // Nobody is helped by waiting.
            defer { waiters = [] }
            return waiters.map { .fail($0.waiter, error) }
        }
        return openings(now: now)
    }

    mutating func openingIsDue(now: Instant) -> [Action] {
        isOpeningPlanned = false
        return openings(now: now)
    }

    /// A connection ended its statement.
    mutating func returned(_ connection: Connection, now: Instant) -> [Action] {
        guard lent.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return [] }
        return isClosed ? [.close(connection)] : placed(connection)
    }

    /// A connection is closed.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - isSuspicious: Whether the idle connections are probably broken, too, so that they are closed.
    ///   - now: The time.
    /// - Returns: What to do.
    mutating func closed(_ connection: Connection, isSuspicious: Bool, now: Instant) -> [Action] {
        lent[ObjectIdentifier(connection)] = nil
        idle.removeAll { $0 === connection }
        guard isSuspicious else { return openings(now: now) }
        defer { idle = [] }
        return idle.map { .close($0) } + openings(now: now)
    }

    /// Ends the pool: no caller gets a connection any more.
    mutating func close() -> [Action] {
        isClosed = true
        defer {
            waiters = []
            idle = []
        }
        return waiters.map { .fail($0.waiter, .poolIsClosed) } + idle.map { .close($0) }
    }

    /// The connections that run a statement.
    var lentConnections: [Connection] { Array(lent.values) }

    private mutating func placed(_ connection: Connection) -> [Action] {
        guard !waiters.isEmpty else {
            idle.append(connection)
            return []
        }
        lent[ObjectIdentifier(connection)] = connection
        return [.give(connection, waiters.removeFirst().waiter)]
    }

    /// Opens as many connections as callers wait; only one at a time after a failure, and not too early.
    private mutating func openings(now: Instant) -> [Action] {
        guard !isClosed else { return [] }
        let room = connectionLimit - openCount - opening
        let demand = min(waiters.count - opening, room)
        guard demand > 0 else { return [] }
        if failures == 0 {
            opening += demand
            return Array(repeating: .open, count: demand)
        }
        guard opening == 0, !isOpeningPlanned else { return [] }
        if let nextOpening, now < nextOpening {
            isOpeningPlanned = true
            return [.openLater(nextOpening - now)]
        }
        opening = 1
        return [.open]
    }
}

extension PoolState: Sendable where Connection: Sendable, Waiter: Sendable {}
extension PoolState.Action: Sendable where Connection: Sendable, Waiter: Sendable {}

extension PostgreSQLError {
    fileprivate static var poolIsClosed: PostgreSQLError {
        PostgreSQLError(.closed, "the pool of connections was closed")
    }
}
