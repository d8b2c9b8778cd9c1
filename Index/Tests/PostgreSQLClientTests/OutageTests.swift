import PostgreSQLClient
import PostgreSQLTestServer
import Testing

/// Tests the pool with a server that stops, and behind PgBouncer.
@Suite(
    .enabled(if: PostgreSQLPrograms.mayRun, "skipped: PostgreSQL's server programs are not installed"),
    .serialized
)
struct OutageTests {
    private func withServer(
        waitTimeout: Duration = .seconds(600),
        _ body: (PostgreSQLPool, PostgreSQLTestServer) async throws -> Void
    ) async throws {
        try await PostgreSQLTestServer.with { (server) async throws in
            var configuration = try PostgreSQLConfiguration.patient(server.url())
            configuration.waitTimeout = waitTimeout
            let pool = PostgreSQLPool(configuration)
            try await body(pool, server)
            await pool.close()
        }
    }

    @Test func survivesACrashOfTheServer() async throws {
        try await withServer { (pool, server) async throws in
            _ = try await pool.run(statement("CREATE TABLE kept (number BIGINT)"))
            _ = try await pool.run(statement("INSERT INTO kept VALUES (42)", isRepeatable: false))
            try await server.stop(.immediate)
            let waiting = (0..<20).map { _ in Task { try await pool.run(statement("SELECT number FROM kept")) } }
            try await server.resume()
            for task in waiting { #expect(try await task.value.rows.first?.integer(0) == 42) }
        }
    }

    @Test func saysThatTheServerIsAway() async throws {
        try await withServer(waitTimeout: .milliseconds(300)) { (pool, server) async throws in
            try await server.stop(.fast)
            let error = await #expect(throws: PostgreSQLError.self) { try await pool.run(statement("SELECT 1")) }
            #expect(error?.code == .connectionFailed)
            #expect(error?.isTransient == true)
        }
    }

    /// PgBouncer accepts connections for a server that has ended, so that connecting shows nothing.
    @Test(.enabled(if: PostgreSQLPrograms.pgBouncer != nil, "skipped: PgBouncer is not installed"))
    func aPoolerWhoseDatabaseEndedIsLeftForTheNextHost() async throws {
        let program = try #require(PostgreSQLPrograms.pgBouncer)
        try await PostgreSQLTestServer.with { (first) async throws in
            try await PostgreSQLTestServer.with { (second) async throws in
                let bouncers = try [first, second].map { try PgBouncerTestServer(before: $0, program: program) }
                let hosts = bouncers.map(\.folder).joined(separator: ",")
                let url = "postgresql:///postgres?host=\(hosts)&port=6432&user=tester&target_session_attrs=read-write"
                let number = statement("SELECT 1")
                var configuration = try PostgreSQLConfiguration.patient(url, connections: 2)
                // PgBouncer keeps a statement while its database is unavailable.
                configuration.statementTimeout = .seconds(3)
                let before = PostgreSQLPool(configuration)
                func answers(_ pool: PostgreSQLPool) async -> Bool {
                    (try? await pool.run(number).rows[0].integer(0)) == 1
                }
                // On a busy machine an answer may take longer than that.
                try await eventually("the first host answers") { await answers(before) }
                try await first.stop(.immediate)
                // A pool that has used the first host, and one that has not.
                for pool in [before, PostgreSQLPool(configuration)] {
                    try await eventually("the second host answers") { await answers(pool) }
                    await pool.close()
                }
                for bouncer in bouncers { try await bouncer.stop() }
            }
        }
    }

    @Test(.enabled(if: PostgreSQLPrograms.pgBouncer != nil, "skipped: PgBouncer is not installed"))
    func worksThroughPgBouncerInTransactionMode() async throws {
        let program = try #require(PostgreSQLPrograms.pgBouncer)
        try await PostgreSQLTestServer.with { (server) async throws in
            let bouncer = try PgBouncerTestServer(before: server, program: program)
            let pool = PostgreSQLPool(try .patient(bouncer.url, connections: 16))
            let sum = try await withThrowingTaskGroup(of: Int64.self) { group in
                for number in 0..<500 {
                    group.addTask {
                        try await pool.run(statement("SELECT $1 + 1", [.integer(Int64(number))])).rows[0].integer(0)
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(sum == 500 * 501 / 2)
            await pool.close()
            try await bouncer.stop()
        }
    }
}
