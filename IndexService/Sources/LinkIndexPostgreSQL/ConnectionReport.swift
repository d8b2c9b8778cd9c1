import Logging
import Metrics
import PostgreSQLClient
import Synchronization

/// Writes what happens to connections into the log and the metrics.
///
/// While the database is away, a failure that repeats is logged every ten seconds.
final class ConnectionReport: Sendable {
    private let logger: Logger
    private let failure = Mutex(RepeatedText(interval: .seconds(10)))
    private let opened = Counter(label: "applinks_index_database_connections_opened_total")
    private let failed = Counter(label: "applinks_index_database_connections_failed_total")
    private let lost = Counter(label: "applinks_index_database_connections_lost_total")
    private let repeated = Counter(label: "applinks_index_database_statements_repeated_total")

    init(logger: Logger) { self.logger = logger }

    func record(_ event: PostgreSQLPool.Event) {
        switch event {
        case .opened(let connections):
            opened.increment()
            failure.withLock { $0.forget() }
            logger.debug("A connection to the database is open.", metadata: ["connections": "\(connections)"])
        case .openingFailed(let error):
            failed.increment()
            guard failure.withLock({ $0.isDue("\(error)", at: .now) }) else { return }
            logger.warning("No connection to the database was opened: \(error)")
        case .lost(nil):
            break
        case .lost(let error?):
            lost.increment()
            logger.warning("A connection to the database was lost: \(error)")
        case .repeated(let error, let attempt):
            repeated.increment()
            logger.debug("A statement is sent again: \(error)", metadata: ["attempt": "\(attempt)"])
        }
    }
}
