import Foundation
import GRDB
import LinkIndex
import LinkIndexTestSupport
import Synchronization
import Testing

@testable import LinkIndexSQLite

struct RenewalPlanTests {
    @Test func recordsToRenewAreFoundByAnIndexNotByAScan() async throws {
        try await withTemporaryFolder { folder in
            let store = try SQLiteStore(path: folder + "/index.sqlite")
            try await store.migrate()
            for sql in [SQLiteStore.isDue, SQLiteStore.due] {
                let plan = try await store.pool.read { database in
                    let arguments: StatementArguments = sql == SQLiteStore.due ? [0, 8] : [0]
                    return try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments)
                        .map { $0["detail"] as String }
                }
                #expect(plan.contains { $0.hasPrefix("SEARCH due USING") && $0.contains("due_due_at") }, "\(plan)")
                // The index is in the order of the result.
                #expect(!plan.contains { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") }, "\(plan)")
            }
            await store.close()
        }
    }

    @Test func aRowWithValuesOfOtherTypesIsStaleAndStopsNobody() async throws {
        try await withTemporaryFolder { folder in
            let store = try SQLiteStore(path: folder + "/index.sqlite")
            try await store.migrate()
            let key = RecordKey(.page, "https://example.com/")
            try await store.pool.write { database in
                try database.execute(
                    sql: "INSERT INTO record VALUES (?, 1, ?, 70000, 'text', 'soon', x'ff', 'x', 5)",
                    arguments: [key.digestData, key.text]
                )
            }
            let record = try await store.records(for: [key])[key]
            #expect(record?.freshUntil == Timestamp(milliseconds: 0) && record?.payload == Array("text".utf8))
            await store.close()
        }
    }

    @Test func aClaimIsDueAgainAfterHalfAMinuteAndTwiceAsLongEachTime() async throws {
        try await withTemporaryFolder { folder in
            let start = Timestamp.now
            let time = Mutex(start)
            let store = try SQLiteStore(path: folder + "/index.sqlite") { time.withLock { $0 } }
            try await store.migrate()
            let key = RecordKey(.page, "https://example.com/")
            let end = start + .seconds(9_000)
            let record = IndexRecord(format: 1, payload: [], storedAt: start, freshUntil: start, keepUntil: end)
            try await store.put(record, for: key)
            try await store.recordUses([key: 9], rule: RenewalRule(minimumUses: 1, before: .zero))
            var claims: [Int] = []
            for second in 0..<7_200 {
                time.withLock { $0 = start + .seconds(second) }
                if try await !store.claimRenewals(limit: 8, before: .zero).isEmpty { claims.append(second) }
            }
            // By then it was not requested for an hour.
            #expect(claims == [0, 30, 90, 210, 450, 930, 1_890])
            #expect(RenewalRule.pause(afterClaims: 60) == .seconds(3_600))
            await store.close()
        }
    }
}
