import PostgreSQLClient
import PostgreSQLTestServer
import Testing

/// The pool with a server that stops, and behind PgBouncer.
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
            var configuration = try patient(server.url())
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

    @Test(.enabled(if: PostgreSQLPrograms.pgBouncer != nil, "skipped: PgBouncer is not installed"))
    func worksThroughPgBouncerInTransactionMode() async throws {
        let program = try #require(PostgreSQLPrograms.pgBouncer)
        try await PostgreSQLTestServer.with { (server) async throws in
            let bouncer = try PgBouncerTestServer(before: server, program: program)
            let pool = PostgreSQLPool(try patient(bouncer.url, connections: 16))
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
