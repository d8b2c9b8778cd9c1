import LinkIndex
import PostgreSQLClient

/// Updates the tables for this version of the program.
///
/// The table `link_schema` has one row: the version of the tables, the earliest program that can use them, and which node is
/// migrating until when. If a node dies during the migration, another one takes over; every statement may run twice.
struct PostgreSQLMigration: Sendable {
    private let pool: PostgreSQLPool
    private let schema: PostgreSQLSchema
    /// The time after which another node takes over if the turn was not extended.
    private let turn: Duration
    /// How long one statement may take: an index of a large table takes hours.
    private let statementTimeout = Duration.seconds(24 * 3_600)
    /// Distinguishes this migration from those of other nodes.
    private let token = Int64.random(in: 1...Int64.max)

    init(_ pool: PostgreSQLPool, schema: PostgreSQLSchema = .current, turn: Duration = .seconds(30)) {
        self.pool = pool
        self.schema = schema
        self.turn = turn
    }

    /// Migrates, or waits until another node has migrated.
    ///
    /// - Throws: `PostgreSQLError`, or an `IndexStoreError` with the code `schemaTooNew`.
    func run() async throws {
        if let version = try await versionIfAny(), try isReached(by: version) { return }
        try await createVersionTable()
        while true {
            let version = try await version()
            if try isReached(by: version) { return }
            if try await takeTurn() {
                // The version may have changed before this node's turn.
                let current = try await self.version()
                if try !isReached(by: current) { try await keepingTurn { try await migrate(from: current.number) } }
                try await endTurn()
            } else {
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    private struct Version {
        let number: Int64
        let usableSince: Int64
    }

    private func isReached(by version: Version) throws -> Bool {
        if version.usableSince > schema.number {
            throw IndexStoreError(
                .schemaTooNew,
                """
                The tables are of version \(version.number), which this program cannot use: it makes version \
                \(schema.number). Run a later version of the program, or restore a back-up.
                """
            )
        }
        return version.number >= schema.number
    }

    private func migrate(from version: Int64) async throws {
        for (index, step) in schema.versions.enumerated().dropFirst(Int(version)) {
            for statement in step.statements { try await definition(statement) }
            _ = try await pool.run(
                PostgreSQLStatement(
                    "UPDATE link_schema SET version = $1, usable_since = $2 WHERE id = 1 AND version < $1",
                    [.integer(Int64(index + 1)), .integer(step.usableSince)],
                    isRepeatable: true
                )
            )
        }
    }

    /// Runs a statement that creates something that may already exist.
    ///
    /// PostgreSQL does not protect such statements from each other: of two at once, one may fail with a duplicate in the catalogue;
    /// its second attempt then finds the existing object. A statement that waited too long for its lock, which blocks every write
    /// of the table, lets the writes pass and tries again.
    private func definition(_ text: StaticString) async throws {
        for attempt in 1... {
            do {
                _ = try await pool.run(PostgreSQLStatement(text, isRepeatable: true), timeout: statementTimeout)
                return
            } catch let error as PostgreSQLError {
                if error.sqlState == "55P03" {
                    try await Task.sleep(for: .milliseconds(500))
                    continue
                }
                let isDuplicate = ["23505", "42P07", "42710"].contains(error.sqlState ?? "")
                guard isDuplicate, attempt < 10 else { throw error }
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    private func createVersionTable() async throws {
        try await definition(
            """
            CREATE TABLE IF NOT EXISTS link_schema (
                id SMALLINT NOT NULL PRIMARY KEY,
                version BIGINT NOT NULL,
                usable_since BIGINT NOT NULL,
                migrating_token BIGINT NOT NULL,
                migrating_until BIGINT NOT NULL
            )
            """
        )
        try await definition("INSERT INTO link_schema VALUES (1, 0, 0, 0, 0) ON CONFLICT (id) DO NOTHING")
    }

    private func versionIfAny() async throws -> Version? {
        do {
            return try await version()
        } catch let error as PostgreSQLError where error.sqlState == "42P01" || error.code == .unexpectedResult {
            return nil
        }
    }

    private func version() async throws -> Version {
        let result = try await pool.run(
            PostgreSQLStatement("SELECT version, usable_since FROM link_schema WHERE id = 1", isRepeatable: true)
        )
        guard let row = result.rows.first else {
            throw PostgreSQLError(.unexpectedResult, "the table link_schema has no row")
        }
        return Version(number: try row.integer(0), usableSince: try row.integer(1))
    }

    /// Takes the turn, unless another node has it.
    ///
    /// A turn that ends later than any valid turn was taken before the database's clock was set back. It counts as free; otherwise
    /// its node would extend it by the new time.
    private func takeTurn() async throws -> Bool {
        let result = try await pool.run(
            PostgreSQLStatement(
                """
                WITH clock AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::int8 AS ms)
                UPDATE link_schema SET migrating_token = $1, migrating_until = clock.ms + $2
                FROM clock WHERE id = 1 AND (
                    migrating_until <= clock.ms OR migrating_until > clock.ms + $2 OR migrating_token = $1
                )
                """,
                [.integer(token), .integer(turn.wholeMilliseconds)],
                isRepeatable: true
            )
        )
        return result.affectedRows == 1
    }

    /// Extends the turn repeatedly while a closure runs.
    private func keepingTurn(_ body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                while true {
                    try await Task.sleep(for: turn / 3)
                    // The turn lasts longer than several intervals, so a failed attempt to extend it does not let another node
                    // start.
                    do { _ = try await takeTurn() } catch is PostgreSQLError { continue }
                }
            }
            defer { group.cancelAll() }
            try await body()
        }
    }

    private func endTurn() async throws {
        _ = try await pool.run(
            PostgreSQLStatement(
                "UPDATE link_schema SET migrating_until = 0 WHERE id = 1 AND migrating_token = $1",
                [.integer(token)],
                isRepeatable: true
            )
        )
    }
}
