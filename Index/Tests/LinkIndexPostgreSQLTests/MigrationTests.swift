import LinkIndex
import LinkIndexTestSupport
import PostgreSQLClient
import PostgreSQLTestServer
import Testing

@testable import LinkIndexPostgreSQL

/// Tests migrations while nodes of the previous version write.
@Suite(.enabled(if: PostgreSQLPrograms.mayRun, "skipped: PostgreSQL's server programs are not installed"))
struct MigrationTests {
    private static let later = PostgreSQLSchema(
        versions: PostgreSQLSchema.current.versions + [
            PostgreSQLSchema.Version(
                statements: [
                    """
                    DO $$ BEGIN
                        SET LOCAL lock_timeout = '200ms';
                        ALTER TABLE link_record ADD COLUMN IF NOT EXISTS later BIGINT NOT NULL DEFAULT 0;
                    END $$
                    """
                ],
                usableSince: 1
            )
        ]
    )

    @Test func anOlderNodeWritesWhileATableItUsesIsExtended() async throws {
        try await withPool { (pool, store) async throws in
            try await store.put(.fresh(), for: RecordKey(.page, "https://example.com/1"))
            // A long query, such as that of a back-up, delays the change of the table, and therefore every later write.
            let reader = Task {
                try await pool.run(
                    PostgreSQLStatement("SELECT text, pg_sleep(1200) FROM link_record", isRepeatable: false)
                )
            }
            try await wait(
                pool,
                "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'SELECT text, pg_sleep%' AND state = 'active'"
            )
            let migration = Task { try await PostgreSQLMigration(pool, schema: Self.later).run() }
            try await wait(
                pool,
                "SELECT 1 FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND relation = 'link_record'::regclass"
            )
            try await store.put(.fresh(), for: RecordKey(.page, "https://example.com/2"))
            let reading = try await pool.run(
                PostgreSQLStatement(
                    """
                    SELECT pg_cancel_backend(pid) FROM pg_stat_activity
                    WHERE query LIKE 'SELECT text, pg_sleep%' AND state = 'active'
                    """,
                    isRepeatable: false
                )
            )
            #expect(reading.rows.count == 1, "the write waited for the reader")
            _ = await reader.result
            try await migration.value
            try await store.put(.fresh(), for: RecordKey(.page, "https://example.com/3"))
            let known = try await store.records(for: (1...3).map { RecordKey(.page, "https://example.com/\($0)") })
            #expect(known.count == 3)
        }
    }

    @Test func aTurnOfBeforeTheClockWasSetBackIsTakenOver() async throws {
        try await withPool { (pool, store) async throws in
            // A node died during the migration, and the clock of the next server is a day behind.
            _ = try await pool.run(
                PostgreSQLStatement(
                    """
                    UPDATE link_schema SET migrating_token = 7,
                        migrating_until = (extract(epoch FROM now()) * 1000)::int8 + 86400000
                    """,
                    isRepeatable: true
                )
            )
            try await PostgreSQLMigration(pool, schema: Self.later).run()
            try await wait(pool, "SELECT 1 FROM link_schema WHERE migrating_until = 0 AND migrating_token <> 7")
        }
    }

    /// These checks limit how a version may change the tables of earlier versions.
    @Test func noVersionLocksATableOfAnEarlierOne() {
        var earlier: Set<String> = []
        for version in PostgreSQLSchema.current.versions + Self.later.versions.suffix(1) {
            let texts = version.statements.map(\.description)
            for text in texts {
                if let table = text.firstMatch(of: #/^CREATE INDEX .* ON (\w+)/#)?.output.1 {
                    #expect(!earlier.contains(String(table)), "\(text) stops writes")
                }
                if text.contains("ALTER TABLE") {
                    #expect(text.contains(#/^DO \$\$ BEGIN\s+SET LOCAL lock_timeout/#), "\(text)")
                    #expect(text.contains(#/ADD COLUMN IF NOT EXISTS/#) && !text.contains("DROP"), "\(text)")
                }
            }
            for text in texts {
                if let table = text.firstMatch(of: #/^CREATE TABLE IF NOT EXISTS (\w+)/#)?.output.1 {
                    earlier.insert(String(table))
                }
            }
        }
        #expect(earlier.count >= 6)
    }

    /// Repeats a query until it has a row.
    private func wait(_ pool: PostgreSQLPool, _ query: StaticString) async throws {
        try await eventually("a row is there for \(query)") {
            try await !pool.run(PostgreSQLStatement(query, isRepeatable: true)).rows.isEmpty
        }
    }
}
