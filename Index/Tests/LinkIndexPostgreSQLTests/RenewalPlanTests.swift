import LinkIndex
import PostgreSQLClient
import PostgreSQLTestServer
import Testing

@testable import LinkIndexPostgreSQL

@Suite(.enabled(if: PostgreSQLPrograms.mayRun, "skipped: PostgreSQL's server programs are not installed"))
struct RenewalPlanTests {
    @Test func recordsToRenewAreFoundByAnIndexNotByAScan() async throws {
        try await withStore { store in
            let rule = RenewalRule(minimumUses: 3, before: .seconds(60))
            // Most records are due later, and some now.
            try await run(
                """
                INSERT INTO link_record
                SELECT sha256(n::text::bytea), 1, 'https://example.com/' || n, 1, 'x', 0, ms + n * 1000, ms + 86400000, 0
                FROM generate_series(1, 20000) n, (SELECT (extract(epoch FROM now()) * 1000)::int8 AS ms) clock
                """,
                in: store
            )
            try await run("INSERT INTO link_due SELECT digest, fresh_until - 60000, 0 FROM link_record", in: store)
            try await run("ANALYZE", in: store)
            let before = try await scans(store)
            let claimed = try await store.claimRenewals(limit: 20, before: rule.before)
            #expect(claimed.map(\.text) == (1...20).map { "https://example.com/\($0)" })
            #expect(try await scans(store) == before, "a table was read as a whole")
        }
    }

    @Test func aClaimIsDueAgainAfterHalfAMinuteAndTwiceAsLongEachTime() async throws {
        try await withStore { store in
            try await run(
                """
                INSERT INTO link_record
                SELECT 'a', 1, 'https://example.com/', 1, 'x', 0, ms, ms + 86400000, 0
                FROM (SELECT (extract(epoch FROM now()) * 1000)::int8 AS ms) clock
                """,
                in: store
            )
            try await run("INSERT INTO link_due VALUES ('a', 0, 0)", in: store)
            let clock: StaticString = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::int8"
            for claims in Int64(0)..<9 {
                let before = try await number(clock, in: store)
                #expect(try await store.claimRenewals(limit: 8, before: .seconds(60)).count == 1)
                let after = try await number(clock, in: store)
                let due = try await number("SELECT due_at FROM link_due", in: store)
                let pause = RenewalRule.pause(afterClaims: claims).wholeMilliseconds
                #expect((before + pause...after + pause).contains(due))
                try await run("UPDATE link_due SET due_at = 0", in: store)
            }
        }
    }

    @discardableResult
    private func run(_ text: StaticString, in store: PostgreSQLStore) async throws -> PostgreSQLResult {
        try await store.pool.run(PostgreSQLStatement(text, isRepeatable: false))
    }

    private func number(_ text: StaticString, in store: PostgreSQLStore) async throws -> Int64 {
        let rows = try await run(text, in: store).rows
        return try #require(rows.first).integer(0)
    }

    /// The number of sequential scans of the tables that a claim uses.
    private func scans(_ store: PostgreSQLStore) async throws -> Int64? {
        try await run("SELECT pg_stat_force_next_flush()", in: store)
        let statement: StaticString =
            "SELECT sum(seq_scan)::int8 FROM pg_stat_user_tables WHERE relname IN ('link_due', 'link_record')"
        return try await run(statement, in: store).rows.first?.integer(0)
    }

    /// The store has one connection, which writes its own statistics on request.
    private func withStore(_ body: (PostgreSQLStore) async throws -> Void) async throws {
        try await withPool(connections: 1) { (_, store) async throws in try await body(store) }
    }
}
