import LinkIndex
import Logging
import Metrics
import PostgreSQLClient

/// Reports events of connections to the log and the metrics.
///
/// While the database is down, an identical failure is logged every ten seconds, and different ones of its kind once a second.
final class ConnectionReport: Sendable {
    private let logger: Logger
    private let failures: QuietLog
    private let opened = Counter(label: "applinks_index_database_connections_opened_total")
    private let failed = Counter(label: "applinks_index_database_connections_failed_total")
    private let lost = Counter(label: "applinks_index_database_connections_lost_total")
    private let repeated = Counter(label: "applinks_index_database_statements_repeated_total")

    init(logger: Logger) {
        self.logger = logger
        failures = QuietLog(logger)
    }

    func record(_ event: PostgreSQLPool.Event) {
        switch event {
        case .opened(let connections):
            opened.increment()
            failures.forget("opening")
            logger.debug("A connection to the database is open.", metadata: ["connections": "\(connections)"])
        case .openingFailed(let error):
            failed.increment()
            failures.warning("opening", "No connection to the database was opened: \(error)")
        case .lost(nil):
            break
        case .lost(let error?):
            lost.increment()
            failures.warning("lost", "A connection to the database was lost: \(error)")
        case .repeated(let error, let attempt):
            repeated.increment()
            logger.debug("A statement is sent again: \(error)", metadata: ["attempt": "\(attempt)"])
        }
    }
}
