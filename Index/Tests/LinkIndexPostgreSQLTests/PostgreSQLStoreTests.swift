import Foundation
import LinkIndex
import LinkIndexSQLite
import LinkIndexTestSupport
import Logging
import PostgreSQLClient
import PostgreSQLTestServer
import Testing

@testable import LinkIndexPostgreSQL

/// Tests the store with a real server.
@Suite(.enabled(if: PostgreSQLPrograms.mayRun, "skipped: PostgreSQL's server programs are not installed"))
struct PostgreSQLStoreTests {
    /// One server is enough for all behaviors, because each uses its own keys.
    @Test func behavesAsEveryStoreDoes() async throws {
        try await SharedServer.withDatabase { (url) async throws in
            let store = try PostgreSQLStore(.patient(url), logger: .silent)
            try await store.migrate()
            for behavior in StoreBehavior.all {
                try await expectingNoError(behavior.name) { try await behavior.check(store) }
            }
            await store.close()
        }
    }

    @Test(.enabled(if: PostgreSQLPrograms.pgBouncer != nil, "skipped: PgBouncer is not installed"))
    func behavesAsEveryStoreDoesBehindPgBouncerInTransactionMode() async throws {
        let program = try #require(PostgreSQLPrograms.pgBouncer)
        try await PostgreSQLTestServer.with { (server) async throws in
            let bouncer = try PgBouncerTestServer(before: server, program: program)
            let store = try PostgreSQLStore(.patient(bouncer.url), logger: .silent)
            try await store.migrate()
            for behavior in StoreBehavior.all {
                try await expectingNoError(behavior.name) { try await behavior.check(store) }
            }
            await store.close()
            try await bouncer.stop()
        }
    }

    @Test func manyNodesMigrateAnEmptyDatabaseAtOnce() async throws {
        try await SharedServer.withDatabase { (url) async throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<12 {
                    group.addTask {
                        let store = try PostgreSQLStore(.patient(url, connections: 2), logger: .silent)
                        try await store.migrate()
                        try await store.ping()
                        #expect(try await store.apiKeys().isEmpty)
                        await store.close()
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func theUsesOfManyRecordsAreCountedInOneStatement() async throws {
        try await withPool { (_, store) async throws in
            func sent() -> Int { store.statistics.statements - store.statistics.repeated }
            let before = sent()
            let uses = (0..<100).map { (RecordKey(.page, "https://example.com/\($0)"), $0) }
            try await store.recordUses(Dictionary(uniqueKeysWithValues: uses), rule: nil)
            #expect(sent() == before + 1)
        }
    }

    @Test func oldUseCountsAreDeletedHoweverManyThereAre() async throws {
        try await withPool { (pool, store) async throws in
            for number in 0..<5 {
                let key = RecordKey(.page, "https://example.com/\(number)")
                try await store.put(.fresh(for: .seconds(-7_200)), for: key)
                try await store.recordUses([key: 1], rule: nil)
            }
            func count() async throws -> Int64? {
                let statement = PostgreSQLStatement("SELECT count(*) FROM link_use", isRepeatable: true)
                return try await pool.run(statement).rows.first?.integer(0)
            }
            #expect(try await count() == 5)
            // No record is deleted, so there is no reason to call it again at once.
            #expect(try await store.deleteExpired(limit: 2) == 0)
            #expect(try await count() == 0)
        }
    }

    @Test(
        arguments: [
            "UPDATE link_record SET keep_until = 9000000000000", "UPDATE link_use SET fresh_until = 9000000000000",
        ]
    )
    func whatIsKeptForLongerInTheSameMomentIsNotDeleted(_ change: String) async throws {
        try await withPool { (pool, store) async throws in
            let key = RecordKey(.site, "https://example.com")
            try await store.put(.expired(), for: key)
            try await store.recordUses([key: 1], rule: nil)
            @Sendable func rows(_ text: StaticString, _ parameters: [PostgreSQLValue] = []) async throws -> [Int64] {
                try await pool.run(PostgreSQLStatement(text, parameters, isRepeatable: false)).rows.map {
                    try $0.integer(0)
                }
            }
            _ = try await rows(
                """
                CREATE FUNCTION change_until_awaited(change text) RETURNS int8 LANGUAGE plpgsql AS $$
                BEGIN
                    EXECUTE change;
                    PERFORM pg_advisory_xact_lock(7);
                    WHILE NOT EXISTS (
                        SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))
                    ) LOOP
                        PERFORM pg_sleep(0.01);
                    END LOOP;
                    RETURN 1;
                END $$
                """
            )
            let changing = Task { try await rows("SELECT change_until_awaited($1)", [.text(change)]) }
            try await eventually("the row is changed") {
                try await rows(
                    """
                    SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted
                        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                    """
                ) == [1]
            }
            _ = try await store.deleteExpired(limit: 10)
            #expect(try await changing.value == [1])
            let left = try await rows(
                """
                SELECT (SELECT count(*) FROM link_record WHERE keep_until = 9000000000000)
                    + (SELECT count(*) FROM link_use WHERE fresh_until = 9000000000000)
                """
            )
            #expect(left == [1])
        }
    }

    @Test func aNodeTakesOverTheMigrationOfOneThatDied() async throws {
        try await withPool { (pool, store) async throws in
            _ = try await pool.run(
                PostgreSQLStatement(
                    """
                    UPDATE link_schema SET version = 0, migrating_token = 7,
                        migrating_until = (extract(epoch FROM clock_timestamp()) * 1000)::int8 + 500
                    """,
                    isRepeatable: true
                )
            )
            try await store.migrate()
            let result = try await pool.run(
                PostgreSQLStatement("SELECT version, migrating_until FROM link_schema", isRepeatable: true)
            )
            #expect(try result.rows.first?.integer(0) == PostgreSQLSchema.current.number)
            #expect(try result.rows.first?.integer(1) == 0)
        }
    }

    @Test func anOlderProgramUsesTablesThatALaterOneExtendedAndRefusesThoseThatItReplaced() async throws {
        try await withPool { (pool, store) async throws in
            let later = PostgreSQLSchema(
                versions: PostgreSQLSchema.current.versions + [
                    PostgreSQLSchema.Version(
                        statements: [
                            "ALTER TABLE link_record ADD COLUMN IF NOT EXISTS later BIGINT NOT NULL DEFAULT 0"
                        ],
                        usableSince: 1
                    )
                ]
            )
            try await PostgreSQLMigration(pool, schema: later).run()
            try await store.migrate()
            try await store.put(.fresh(), for: RecordKey(.page, "https://example.com/"))
            _ = try await pool.run(
                PostgreSQLStatement("UPDATE link_schema SET version = 9, usable_since = 9", isRepeatable: true)
            )
            let error = await #expect(throws: IndexStoreError.self) { try await store.migrate() }
            #expect(error?.code == .schemaTooNew)
        }
    }

    @Test func aCallerThatIsCancelledWhileItAcquiresALeaseGetsToKnowIt() async throws {
        try await withPool { (pool, store) async throws in
            let key = RecordKey(.page, "https://example.com/")
            let task = Task {
                // The cancellation ends this sleep.
                try? await Task.sleep(for: .seconds(3_600))
                return try await store.acquireLease(for: key, owner: "a", duration: .seconds(50))
            }
            task.cancel()
            guard case .acquired(let lease) = try await task.value else {
                Issue.record("the lease is held by nobody that knows it")
                return
            }
            try await store.release(lease)
        }
    }

    @Test func namesFailuresAsTheProtocolDoes() async throws {
        let server = try await PostgreSQLTestServer.start()
        var configuration = try PostgreSQLConfiguration(url: server.url())
        configuration.waitTimeout = .milliseconds(200)
        let store = PostgreSQLStore(configuration, logger: .silent)
        let missing = await #expect(throws: IndexStoreError.self) { try await store.apiKeys() }
        #expect(missing?.code == .failed || missing?.code == .unavailable)
        await server.remove()
        let away = await #expect(throws: IndexStoreError.self) { try await store.ping() }
        #expect(away?.code == .unavailable)
        await store.close()
        let closed = await #expect(throws: IndexStoreError.self) { try await store.ping() }
        #expect(closed?.code == .closed)
        let url = #expect(throws: IndexStoreError.self) { try PostgreSQLStore(url: "postgresql://a:geheim@[") }
        #expect(url.map { !$0.description.contains("geheim") } == true)
    }

    @Test func whatAFileHasIsMovedAndTheMoveCanBeRepeated() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "move-\(UUID().uuidString).sqlite").path
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let file = try SQLiteStore(path: path)
        try await file.migrate()
        func add(_ record: IndexRecord, _ number: Int) async throws -> RecordKey {
            let key = RecordKey(number % 2 == 0 ? .page : .site, "https://example.com/\(number)")
            try await file.put(record, for: key)
            return key
        }
        let now = Timestamp.now
        func record(_ text: String, keptFor time: Duration = .seconds(600)) -> IndexRecord {
            IndexRecord(format: 1, payload: Array(text.utf8), storedAt: now, freshUntil: now, keepUntil: now + time)
        }
        var keys: [RecordKey] = []
        for number in 0..<25 { keys.append(try await add(record("\(number)"), number)) }
        let expired = try await add(record("old", keptFor: .seconds(-1)), 99)
        let key = APIKey(hash: Array(repeating: 7, count: 32), name: "a", createdAt: now, lastUsedOn: now.startOfDay)
        #expect(try await file.addAPIKey(key))
        try await file.noteUse(ofAPIKey: key.hash, on: now.startOfDay)

        try await SharedServer.withDatabase { (url) async throws in
            let store = try PostgreSQLStore(.patient(url), logger: .silent)
            try await store.migrate()
            // A node has fetched one of the records meanwhile.
            var newer = record("newer")
            newer.storedAt = now + .seconds(1)
            try await store.put(newer, for: keys[3])
            let move = StoreMove(to: store)
            func copied() async throws -> Int {
                var (last, count) = ([UInt8]?.none, 0)
                while true {
                    let (records, end) = try await file.records(after: last, limit: 10)
                    guard let end else { return count }
                    (last, count) = (end, count + (try await move.copy(records)))
                }
            }
            #expect(try await copied() == 24)
            #expect(try await copied() == 0)
            let found = try await store.records(for: keys + [expired])
            #expect(found.count == 25 && found[keys[3]] == newer && found[keys[24]] == record("24"))
            for _ in 0..<2 { #expect(try await move.copy([key]).isEmpty) }
            #expect(try await store.apiKeys() == [key])
            var other = key
            other.hash = Array(repeating: 8, count: 32)
            #expect(try await move.copy([other]) == ["a"])
            await store.close()
        }
        await file.close()
    }

    /// Names the behavior that threw an error.
    private func expectingNoError(_ name: String, _ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch {
            Issue.record(error, "\(name)")
        }
    }
}

/// Runs a test with a store of its own database whose tables exist, and with a pool that reads and changes them.
func withPool(connections: Int = 8, _ body: (PostgreSQLPool, PostgreSQLStore) async throws -> Void) async throws {
    try await SharedServer.withDatabase { (url) async throws in
        let store = try PostgreSQLStore(.patient(url, connections: connections), logger: .silent)
        let pool = PostgreSQLPool(try .patient(url))
        try await store.migrate()
        try await body(pool, store)
        await pool.close()
        await store.close()
    }
}

extension Logger {
    static var silent: Logger { Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }) }
}
