import PostgreSQLClient
import PostgreSQLTestServer
import Testing

/// Tests the pool with a real server.
@Suite(.enabled(if: PostgreSQLPrograms.mayRun, "skipped: PostgreSQL's server programs are not installed"))
struct PostgreSQLPoolTests {
    /// Runs a test with a pool for its own database, whose limits a busy machine does not reach, and with a second pool to observe.
    private func withPool(
        connections: Int = 4,
        _ change: (inout PostgreSQLConfiguration) -> Void = { _ in },
        _ body: (PostgreSQLPool, _ observer: PostgreSQLPool) async throws -> Void
    ) async throws {
        try await SharedServer.withDatabase { url in
            var configuration = try PostgreSQLConfiguration.patient(url, connections: connections)
            change(&configuration)
            let pool = PostgreSQLPool(configuration)
            let observer = PostgreSQLPool(try .patient(url, connections: 1))
            try await body(pool, observer)
            await pool.close()
            await observer.close()
        }
    }

    @Test func sendsAndReadsValuesOfEveryType() async throws {
        try await withPool { (pool, _) async throws in
            let result = try await pool.run(
                statement(
                    """
                    SELECT $1, $2, $3, $4::int8, array_length($5::bytea[], 1), ($6::int8[])[2], ($5::bytea[])[2], 7::int2,
                        -8::int4
                    """,
                    [
                        .integer(.min), .text("'; -- \u{1F600}"), .bytes([0, 1, 255]), .null,
                        .bytesArray([[], [0, 9]]), .integerArray([1, .max]),
                    ]
                )
            )
            let row = try #require(result.rows.first)
            #expect(try row.integer(0) == .min)
            #expect(try row.text(1) == "'; -- \u{1F600}")
            #expect(try row.bytes(2) == [0, 1, 255])
            #expect(try row.optionalInteger(3) == nil)
            #expect(try row.integer(4) == 2)
            #expect(try row.integer(5) == .max)
            #expect(try row.bytes(6) == [0, 9])
            #expect(try row.integer(7) == 7)
            #expect(try row.integer(8) == -8)
            #expect(throws: PostgreSQLError.self) { try row.text(0) }
            #expect(throws: PostgreSQLError.self) { try row.integer(3) }
            #expect(throws: PostgreSQLError.self) { try row.text(9) }
            let empty = try await pool.run(statement("SELECT count(*) FROM unnest($1::bytea[])", [.bytesArray([])]))
            #expect(try empty.rows.first?.integer(0) == 0)
        }
    }

    @Test func namesTheServersErrorsByTheirSQLSTATEAndGoesOn() async throws {
        try await withPool(connections: 1) { (pool, _) async throws in
            let failures: [(StaticString, String)] = [
                ("SELEC 1", "42601"), ("SELECT 1/0", "22012"), ("SELECT * FROM nowhere", "42P01"),
            ]
            for (text, state) in failures {
                let error = await #expect(throws: PostgreSQLError.self) { try await pool.run(statement(text)) }
                #expect(error?.code == .server)
                #expect(error?.sqlState == state)
            }
            let nul = await #expect(throws: PostgreSQLError.self) {
                try await pool.run(statement("SELECT $1", [.text("a\u{0}b")]))
            }
            #expect(nul?.sqlState == "22021")
            #expect(try await pool.run(statement("SELECT 1::int8")).rows.first?.integer(0) == 1)
            #expect(pool.statistics.opened == 1)
        }
    }

    @Test func runsManyStatementsAtOnceOverFewConnections() async throws {
        try await withPool(connections: 3) { (pool, _) async throws in
            let sum = try await withThrowingTaskGroup(of: Int64.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        try await pool.run(statement("SELECT $1 + 1", [.integer(Int64(number))])).rows[0].integer(0)
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(sum == 200 * 201 / 2)
            #expect(pool.statistics.opened <= 3)
        }
    }

    @Test func sendsAndReadsMegabytes() async throws {
        try await withPool(connections: 2) { (pool, _) async throws in
            let bytes = (0..<8_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let result = try await pool.run(statement("SELECT $1, $1", [.bytes(bytes)]))
            #expect(try result.rows.first?.bytes(0) == bytes)
            #expect(try result.rows.first?.bytes(1) == bytes)
        }
    }

    @Test func aCancelledCallerEndsAtOnceAndItsConnectionRunsOtherStatementsAfterwards() async throws {
        try await withPool(connections: 1) { (pool, observer) async throws in
            try await hold(observer)
            let task = Task { try await pool.run(Self.waitingStatement) }
            try await untilWaiting(observer)
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            try await release(observer)
            #expect(try await pool.run(statement("SELECT 'next'")).rows.first?.text(0) == "next")
            #expect(pool.statistics.opened == 1)
        }
    }

    @Test func aCallerThatIsCancelledWhileItWaitsGetsNoConnection() async throws {
        try await withPool(connections: 1) { (pool, observer) async throws in
            try await hold(observer)
            let first = Task { try await pool.run(Self.waitingStatement) }
            try await untilWaiting(observer)
            let waiting = Task { try await pool.run(statement("SELECT 1")) }
            try await eventually("the second statement waits") { pool.statistics.waits >= 2 }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            try await release(observer)
            _ = try await first.value
            let cancelled = Task { try await pool.run(statement("SELECT 1")) }
            cancelled.cancel()
            _ = await cancelled.result
            #expect(try await pool.run(statement("SELECT 2::int8")).rows.first?.integer(0) == 2)
        }
    }

    @Test func aStatementThatTakesTooLongEndsWithItsConnectionAndEndsInTheServer() async throws {
        try await withPool(connections: 1) { (pool, observer) async throws in
            let error = await #expect(throws: PostgreSQLError.self) {
                try await pool.run(statement("SELECT pg_sleep(600)", isRepeatable: false), timeout: .milliseconds(300))
            }
            #expect(error?.code == .statementTimedOut)
            #expect(try await pool.run(statement("SELECT 'next'")).rows.first?.text(0) == "next")
            try await eventually("no statement sleeps in the server") { try await sleepers(pool) == 0 }
        }
    }

    @Test func aCallerWaitsForAConnectionOnlySoLong() async throws {
        try await withPool(connections: 1) {
            $0.waitTimeout = .milliseconds(100)
        } _: { (pool, observer) async throws in
            // The first connection may take longer than that to open.
            try await eventually("a connection is open") { (try? await pool.run(statement("SELECT 1"))) != nil }
            let sleep = Task {
                while true {
                    do {
                        return try await pool.run(statement("SELECT pg_sleep(600)"))
                    } catch let error as PostgreSQLError where error.code == .busy {
                        // The connection may be returned later than its statement ends.
                    }
                }
            }
            try await untilSleeping(observer)
            let error = await #expect(throws: PostgreSQLError.self) { try await pool.run(statement("SELECT 1")) }
            #expect(error?.code == .busy)
            sleep.cancel()
            _ = try await observer.run(
                statement(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'SELECT pg_sleep%'"
                )
            )
        }
    }

    @Test func repeatsAStatementWhoseConnectionWasEndedIfItMay() async throws {
        try await withPool(connections: 1) { (pool, observer) async throws in
            for isRepeatable in [true, false] {
                try await hold(observer)
                let waiting = statement("SELECT pg_advisory_xact_lock(7)", isRepeatable: isRepeatable)
                let task = Task { try await pool.run(waiting) }
                try await untilWaiting(observer)
                let ended = try await observer.run(
                    statement(
                        "SELECT pid::int8, pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
                    )
                )
                let process = try #require(ended.rows.first).integer(0)
                // The lock for which the statement waits must be held until its connection has ended.
                try await eventually("the server's process has ended") {
                    try await count(observer, Self.processes, [.integer(process)]) == 0
                }
                try await release(observer)
                if isRepeatable {
                    #expect(try await task.value.isInDoubt)
                } else {
                    let error = await #expect(throws: PostgreSQLError.self) { try await task.value }
                    #expect(error?.isTransient == true)
                }
            }
        }
    }

    @Test func failsAtOnceWhereThereIsNoSuchDatabase() async throws {
        try await SharedServer.withDatabase { (url) async throws in
            var configuration = try PostgreSQLConfiguration.patient(url.replacing(#//test\d+/#, with: "/nowhere"))
            configuration.waitTimeout = .seconds(3_600)
            let pool = PostgreSQLPool(configuration)
            let error = await #expect(throws: PostgreSQLError.self) { try await pool.run(statement("SELECT 1")) }
            #expect(error?.code == .refused)
            #expect(error?.sqlState == "3D000")
            await pool.close()
        }
    }

    @Test func findsTheHostThatAnswersAmongSeveral() async throws {
        try await SharedServer.withDatabase { (url) async throws in
            let hosts = url.replacing("host=", with: "host=/nowhere,") + "&target_session_attrs=read-write"
            let pool = PostgreSQLPool(try .patient(hosts))
            #expect(try await pool.run(statement("SELECT 1::int8")).rows.first?.integer(0) == 1)
            await pool.close()
        }
    }

    @Test func sendsAStatementAgainThatFailedBecauseOfAnotherTransaction() async throws {
        try await withPool(connections: 2) { (pool, _) async throws in
            _ = try await pool.run(statement("CREATE SEQUENCE attempts"))
            _ = try await pool.run(
                statement(
                    """
                    CREATE FUNCTION fail_twice() RETURNS int8 LANGUAGE plpgsql AS $$
                    BEGIN
                        IF nextval('attempts') < 3 THEN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END IF;
                        RETURN 1;
                    END $$
                    """
                )
            )
            #expect(try await pool.run(statement("SELECT fail_twice()", isRepeatable: false)).rows.count == 1)
            #expect(pool.statistics.repeated == 2)
            #expect(pool.statistics.opened == 1)
        }
    }

    // MARK: - A statement that waits for the test

    private static let waitingStatement = statement("SELECT pg_advisory_xact_lock(7)")
    private static let processes: StaticString = "SELECT count(*) FROM pg_stat_activity WHERE pid = $1"

    /// Takes the lock for which ``waitingStatement`` waits; the observer's only connection holds it.
    private func hold(_ observer: PostgreSQLPool) async throws {
        _ = try await observer.run(statement("SELECT pg_advisory_lock(7)", isRepeatable: false))
    }

    private func release(_ observer: PostgreSQLPool) async throws {
        _ = try await observer.run(statement("SELECT pg_advisory_unlock(7)", isRepeatable: false))
    }

    /// Waits until ``waitingStatement`` waits in the server.
    private func untilWaiting(_ observer: PostgreSQLPool) async throws {
        try await eventually("a statement waits in the server") {
            try await count(
                observer,
                "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
            ) > 0
        }
    }

    private func count(
        _ pool: PostgreSQLPool,
        _ text: StaticString,
        _ parameters: [PostgreSQLValue] = []
    ) async throws -> Int64 {
        try await pool.run(statement(text, parameters)).rows.first?.integer(0) ?? 0
    }

    // MARK: - A statement that sleeps

    /// Waits until a statement sleeps in the server.
    private func untilSleeping(_ pool: PostgreSQLPool) async throws {
        try await eventually("a statement sleeps in the server") { try await sleepers(pool) > 0 }
    }

    private func sleepers(_ pool: PostgreSQLPool) async throws -> Int64 {
        let result = try await pool.run(
            statement(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE 'SELECT pg_sleep%'"
            )
        )
        return try result.rows.first?.integer(0) ?? 0
    }
}
