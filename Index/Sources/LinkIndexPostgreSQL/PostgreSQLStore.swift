import LinkIndex
package import Logging
package import PostgreSQLClient

/// A store in PostgreSQL, or in a database that speaks its protocol, for any number of nodes.
///
/// Every function is one statement, or a few that are each a transaction. No session state is used, so PgBouncer may be used in any
/// mode.
package final class PostgreSQLStore: IndexStore {
    let pool: PostgreSQLPool
    /// The hosts and the name of the database, for a log.
    package let summary: String

    /// Creates a store.
    ///
    /// Connections are opened when they are needed.
    ///
    /// - Parameters:
    ///   - url: `postgresql://user:password@host:port/database` with libpq's parameters: `sslmode` and the like. Several hosts
    ///     are separated by commas; `target_session_attrs=read-write` finds the one that accepts writes.
    ///   - connectionLimit: The maximum number of open connections.
    ///   - logger: Logs connections that were lost or could not be opened. Passwords are never logged.
    /// - Throws: An `IndexStoreError` if the URL cannot be read.
    package convenience init(
        url: String,
        connectionLimit: Int = 10,
        logger: Logger = Logger(label: "applinks-index.postgresql")
    ) throws {
        do throws(PostgreSQLError) {
            var configuration = try PostgreSQLConfiguration(url: url)
            configuration.connectionLimit = max(1, connectionLimit)
            self.init(configuration, logger: logger)
        } catch {
            throw IndexStoreError(error)
        }
    }

    package init(_ configuration: PostgreSQLConfiguration, logger: Logger) {
        summary = configuration.summary
        let report = ConnectionReport(logger: logger)
        pool = PostgreSQLPool(configuration) { report.record($0) }
    }

    /// The counts of the connections so far.
    package var statistics: PostgreSQLCounts { pool.statistics }

    /// Creates the tables, or updates them to this version.
    ///
    /// One node does so while others wait. Every step may be repeated, and keeps what an earlier version uses.
    ///
    /// - Throws: An `IndexStoreError`; `schemaTooNew` if a later version created the tables in a form that this one cannot use.
    package func migrate() async throws {
        try await storeErrors { try await PostgreSQLMigration(pool).run() }
    }

    package func ping() async throws {
        _ = try await run("SELECT 1", isRepeatable: true)
    }

    package func close() async { await pool.close() }

    func run(
        _ text: StaticString,
        _ parameters: [PostgreSQLValue] = [],
        isRepeatable: Bool
    ) async throws -> PostgreSQLResult {
        try await storeErrors {
            try await pool.run(PostgreSQLStatement(text, parameters, isRepeatable: isRepeatable))
        }
    }

    /// Calls a closure, and converts the errors of PostgreSQL that it throws.
    func storeErrors<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as PostgreSQLError {
            throw IndexStoreError(error)
        }
    }
}
