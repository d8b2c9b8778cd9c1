/// Decides which caller gets which connection, and when another one is opened.
///
/// It only decides; the pool carries out the actions.
struct PoolState<Connection: AnyObject, Waiter> {
    /// An action of the pool; actions are carried out in order, after the lock is released.
    enum Action {
        /// Open a connection, and report it with ``opened(_:)`` or ``openingFailed(_:now:)``.
        case open
        /// Call ``openingIsDue(now:)`` after some time.
        case openLater(Duration)
        /// Call ``expiryIsDue(now:)`` after some time.
        case expireLater(Duration)
        case give(Connection, Waiter)
        case fail(Waiter, PostgreSQLError)
        case close(Connection)
    }

    typealias Instant = ContinuousClock.Instant

    private let connectionLimit: Int
    private let waiterLimit: Int
    private let backoff: Backoff
    /// How long callers wait for an unavailable database.
    ///
    /// After that time only one caller waits, and the others get the error at once.
    private let patience: Duration
    /// How long a connection is used, approximately, so that not all of them end at the same time.
    private let lifetime: Duration

    /// Free connections, the one used last at the end.
    private var idle: [Connection] = []
    private var lent: [ObjectIdentifier: Connection] = [:]
    /// When each connection is replaced, once its statement has ended.
    private var ends: [ObjectIdentifier: Instant] = [:]
    /// The connections that have run no statement to its end.
    ///
    /// A pooler accepts connections while its database is unavailable, and drops them at the first statement.
    private var unproven: Set<ObjectIdentifier> = []
    private var opening = 0
    /// The waiting callers, in the order of arrival, which is also that of their deadlines.
    private var waiters: [(id: UInt64, waiter: Waiter, deadline: Instant)] = []
    private var isExpiryPlanned = false
    /// How often in a row a connection could not be opened, or ended before it had run a statement.
    private var failures = 0
    private var lastFailure: PostgreSQLError?
    /// Since when there is no connection and none can be opened.
    private var awaySince: Instant?
    /// The time before which no connection is opened.
    private var nextOpening: Instant?
    private var isOpeningPlanned = false
    private(set) var isClosed = false

    init(
        connectionLimit: Int,
        waiterLimit: Int,
        backoff: Backoff,
        patience: Duration,
        lifetime: Duration = .seconds(1_800)
    ) {
        self.connectionLimit = max(1, connectionLimit)
        self.waiterLimit = max(1, waiterLimit)
        self.backoff = backoff
        self.patience = patience
        self.lifetime = lifetime
    }

    var openCount: Int { idle.count + lent.count }
    var waiterCount: Int { waiters.count }

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
        waiters.append((id, waiter, now + patience))
        return openings(now: now) + expiry(now: now)
    }

    /// Fails the callers that have waited for too long.
    mutating func expiryIsDue(now: Instant) -> [Action] {
        isExpiryPlanned = false
        let count = waiters.prefix { $0.deadline <= now }.count
        let error = waitError
        let failed = waiters.prefix(count).map { Action.fail($0.waiter, error) }
        waiters.removeFirst(count)
        return failed + expiry(now: now)
    }

    /// Plans the end of the first caller's wait: one timer serves all of them.
    private mutating func expiry(now: Instant) -> [Action] {
        guard !isExpiryPlanned, let deadline = waiters.first?.deadline else { return [] }
        isExpiryPlanned = true
        return [.expireLater(max(.zero, deadline - now))]
    }

    /// Removes a caller that no longer waits.
    ///
    /// - Returns: The caller, unless it was already answered.
    mutating func withdraw(_ id: UInt64) -> Waiter? {
        waiters.firstIndex { $0.id == id }.map { waiters.remove(at: $0).waiter }
    }

    /// The error for callers whose wait ends, which says what they waited for.
    private var waitError: PostgreSQLError {
        if openCount == 0 {
            return lastFailure ?? PostgreSQLError(.connectionFailed, "no connection was opened in time")
        }
        return PostgreSQLError(.busy, "all \(openCount) connections stayed busy")
    }

    mutating func opened(_ connection: Connection, now: Instant) -> [Action] {
        opening -= 1
        guard !isClosed else { return [.close(connection)] }
        ends[ObjectIdentifier(connection)] = now + lifetime * Double.random(in: 0.9...1.1)
        unproven.insert(ObjectIdentifier(connection))
        return placed(connection) + openings(now: now)
    }

    mutating func openingFailed(_ error: PostgreSQLError, now: Instant) -> [Action] {
        opening -= 1
        countFailure(error, now: now)
        guard error.isTransient else {
            // Waiting does not help any caller.
            defer { waiters = [] }
            return waiters.map { .fail($0.waiter, error) }
        }
        return openings(now: now)
    }

    private mutating func countFailure(_ error: PostgreSQLError, now: Instant) {
        failures += 1
        lastFailure = error
        if openCount == 0, awaySince == nil { awaySince = now }
        nextOpening = now + backoff.wait(afterFailures: failures)
    }

    mutating func openingIsDue(now: Instant) -> [Action] {
        isOpeningPlanned = false
        return openings(now: now)
    }

    /// A connection is free again.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - hasRun: Whether it has run a statement; it has not if its caller was cancelled before.
    ///   - now: The time.
    /// - Returns: The actions of the pool.
    mutating func returned(_ connection: Connection, hasRun: Bool = true, now: Instant) -> [Action] {
        let id = ObjectIdentifier(connection)
        guard lent.removeValue(forKey: id) != nil else { return [] }
        if hasRun, unproven.remove(id) != nil {
            failures = 0
            lastFailure = nil
            awaySince = nil
            nextOpening = nil
        }
        if isClosed { return [.close(connection)] }
        if let end = ends[id], end <= now { return [.close(connection)] + openings(now: now) }
        return placed(connection) + openings(now: now)
    }

    /// A connection is closed.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - error: The error, unless this pool closed the connection. After an error the idle connections are probably broken too,
    ///     and are closed.
    ///   - now: The time.
    /// - Returns: The actions of the pool.
    mutating func closed(_ connection: Connection, _ error: PostgreSQLError?, now: Instant) -> [Action] {
        let id = ObjectIdentifier(connection)
        lent[id] = nil
        ends[id] = nil
        let wasUnproven = unproven.remove(id) != nil
        idle.removeAll { $0 === connection }
        guard let error else { return openings(now: now) }
        let broken = idle
        idle = []
        // A connection that never ran a statement counts like one that was refused.
        if wasUnproven { countFailure(error, now: now) }
        return broken.map { .close($0) } + openings(now: now)
    }

    /// Ends the pool; callers get no connections any more.
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

    /// Opens as many connections as there are waiting callers; after a failure only one at a time, and not too early.
    private mutating func openings(now: Instant) -> [Action] {
        guard !isClosed else { return [] }
        let room = connectionLimit - openCount - opening
        let demand = min(waiters.count - opening, room)
        guard demand > 0 else { return [] }
        if failures == 0 {
            opening += demand
            return Array(repeating: .open, count: demand)
        }
        // After a failure, wait for connections that are being opened or have not run a statement yet.
        guard opening == 0, unproven.isEmpty, !isOpeningPlanned else { return [] }
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
