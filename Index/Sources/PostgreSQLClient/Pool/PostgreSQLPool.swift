import Dispatch
import Synchronization

/// Connections to one database, which run statements one by one.
///
/// Each statement is a separate transaction. No session state is used, so a pooler in transaction mode may be in between.
/// Statements that failed because of another transaction are sent again, and so are repeatable ones whose connection broke.
package final class PostgreSQLPool: Sendable {
    /// Events for a log that are not part of a result.
    package enum Event: Sendable {
        case opened(connections: Int)
        case openingFailed(PostgreSQLError)
        /// A connection ended, with the error unless this pool closed it.
        case lost(PostgreSQLError?)
        case repeated(PostgreSQLError, attempt: Int)
    }

    private typealias Waiter = CheckedContinuation<PostgreSQLConnection, any Error>
    private typealias State = PoolState<PostgreSQLConnection, Waiter>

    private let configuration: PostgreSQLConfiguration
    private let opener: ConnectionOpener
    private let report: @Sendable (Event) -> Void
    private let retryBackoff = Backoff(first: .milliseconds(5), limit: .milliseconds(500))
    private let state: Mutex<State>
    private let counts = Mutex(PostgreSQLCounts())
    private let nextWaiter = Atomic<UInt64>(0)
    private let timers = DispatchQueue(label: "postgresql.pool")

    /// Creates a pool.
    ///
    /// Connections are opened when they are needed.
    ///
    /// - Parameters:
    ///   - configuration: The address of the database, and the limits.
    ///   - report: Called for each event, on any thread, never under a lock.
    package init(_ configuration: PostgreSQLConfiguration, report: @escaping @Sendable (Event) -> Void = { _ in }) {
        self.configuration = configuration
        self.report = report
        opener = ConnectionOpener(configuration)
        let backoff = Backoff(first: .milliseconds(50), limit: .seconds(2))
        state = Mutex(
            PoolState(
                connectionLimit: configuration.connectionLimit,
                waiterLimit: configuration.waiterLimit,
                backoff: backoff,
                patience: configuration.waitTimeout,
                lifetime: configuration.connectionLifetime
            )
        )
    }

    /// The counts so far.
    package var statistics: PostgreSQLCounts { counts.withLock { $0 } }

    /// Runs a statement.
    ///
    /// When the calling task is cancelled, this throws `CancellationError` at once. The statement may still take effect.
    ///
    /// - Parameters:
    ///   - statement: The statement.
    ///   - timeout: How long the server may take; by default as in the configuration.
    /// - Returns: The result of the statement.
    /// - Throws: ``PostgreSQLError`` or `CancellationError`.
    package func run(_ statement: PostgreSQLStatement, timeout: Duration? = nil) async throws -> PostgreSQLResult {
        let clock = ContinuousClock()
        let deadline = clock.now + configuration.waitTimeout + (timeout ?? configuration.statementTimeout)
        var isInDoubt = false
        var attempt = 1
        while true {
            do {
                let connection = try await connection()
                counts.withLock { $0.statements += 1 }
                var result = try await connection.run(statement, timeout: timeout ?? configuration.statementTimeout)
                result.isInDoubt = isInDoubt
                return result
            } catch let error as PostgreSQLError {
                let mayRepeat = error.leavesNoTrace || (error.leavesDoubt && statement.isRepeatable)
                guard mayRepeat, attempt <= configuration.retryLimit, clock.now < deadline else { throw error }
                if error.leavesDoubt { isInDoubt = true }
                counts.withLock { $0.repeated += 1 }
                report(.repeated(error, attempt: attempt))
                try await Task.sleep(for: retryBackoff.wait(afterFailures: attempt))
                attempt += 1
            }
        }
    }

    /// Closes the pool.
    ///
    /// Waiting callers get an error; running statements end first.
    package func close() async {
        perform(state.withLock { $0.close() })
        let limit = ContinuousClock.now + configuration.statementTimeout
        while !state.withLock({ $0.lentConnections.isEmpty }), ContinuousClock.now < limit {
            do { try await Task.sleep(for: .milliseconds(10)) } catch { break }
        }
        for connection in state.withLock({ $0.lentConnections }) { connection.close() }
    }

    // MARK: - Connections

    private func connection() async throws -> PostgreSQLConnection {
        let id = nextWaiter.add(1, ordering: .relaxed).newValue
        return try await withTaskCancellationHandler {
            try Task.checkCancellation()
            return try await withCheckedThrowingContinuation { waiter in
                let actions = state.withLock { $0.request(id, waiter, now: .now) }
                let isAnswered = actions.contains { if case .give = $0 { true } else { false } }
                perform(actions)
                if isAnswered { return }
                // A cancellation before this call did not find the caller among the waiting ones.
                if Task.isCancelled { return withdraw(id) }
                counts.withLock { $0.waits += 1 }
            }
        } onCancel: {
            withdraw(id)
        }
    }

    /// Ends the wait of a caller that was cancelled.
    private func withdraw(_ id: UInt64) {
        state.withLock { $0.withdraw(id) }?.resume(throwing: CancellationError())
    }

    private func perform(_ actions: [State.Action]) {
        for action in actions {
            switch action {
            case .open: open()
            case .openLater(let wait):
                timers.asyncAfter(deadline: .now() + wait.dispatchInterval) { [weak self] in
                    guard let self else { return }
                    perform(state.withLock { $0.openingIsDue(now: .now) })
                }
            case .expireLater(let wait):
                timers.asyncAfter(deadline: .now() + wait.dispatchInterval) { [weak self] in
                    guard let self else { return }
                    perform(state.withLock { $0.expiryIsDue(now: .now) })
                }
            case .give(let connection, let waiter): waiter.resume(returning: connection)
            case .fail(let waiter, let error): waiter.resume(throwing: error)
            case .close(let connection): connection.close()
            }
        }
    }

    private func open() {
        let queue = DispatchQueue(label: "postgresql.connection")
        opener.open(on: queue) { [self] result in
            switch result {
            case .success(let (handle, host)):
                let connection = PostgreSQLConnection(handle, host: host, queue: queue, handlers: handlers)
                // A connection that ended before the pool knew it would count as open for ever.
                guard connection.activate() else {
                    return openingFailed(
                        PostgreSQLError(.connectionFailed, "the process has no file descriptor left")
                    )
                }
                counts.withLock { $0.opened += 1 }
                let (actions, count) = state.withLock { ($0.opened(connection, now: .now), $0.openCount) }
                report(.opened(connections: count))
                perform(actions)
            case .failure(let error): openingFailed(error)
            }
        }
    }

    private func openingFailed(_ error: PostgreSQLError) {
        report(.openingFailed(error))
        perform(state.withLock { $0.openingFailed(error, now: .now) })
    }

    private var handlers: PostgreSQLConnection.Handlers {
        PostgreSQLConnection.Handlers(
            ready: { [weak self] connection, hasRun in
                guard let self else { return connection.close() }
                perform(state.withLock { $0.returned(connection, hasRun: hasRun, now: .now) })
            },
            closed: { [weak self] connection, error in
                guard let self else { return }
                if let error, !connection.hasRun || error.isOfReplica { opener.leave(connection.host) }
                report(.lost(error))
                perform(state.withLock { $0.closed(connection, error, now: .now) })
            }
        )
    }
}

/// The counts of a pool so far.
package struct PostgreSQLCounts: Hashable, Sendable {
    /// Statements sent, including repeated ones.
    package var statements = 0
    /// Statements sent again.
    package var repeated = 0
    package var opened = 0
    /// Callers that had to wait for a connection.
    package var waits = 0
}

extension PostgreSQLError {
    /// Whether the statement had no effect, and may succeed if it is sent again.
    fileprivate var leavesNoTrace: Bool {
        code == .server && (isSerializationFailure || sqlState == "25006" || sqlState == "57P03")
    }

    /// Whether the statement may have taken effect.
    fileprivate var leavesDoubt: Bool {
        code == .connectionLost || code == .server && (isServersEnd || sqlState == "40003") && !leavesNoTrace
    }
}
