import Foundation
import GRDB
import Testing

@testable import LinkIndexSQLite

struct RenewalPlanTests {
    @Test func recordsToRenewAreFoundByAnIndexNotByAScan() async throws {
        try await withTemporaryFolder { folder in
            let store = try SQLiteStore(path: folder + "/index.sqlite")
            try await store.migrate()
            let plan = try await store.pool.read { database in
                let sql = "EXPLAIN QUERY PLAN " + SQLiteStore.dueForRenewal
                return try Row.fetchAll(database, sql: sql, arguments: [3, 0, 0, 0, 8]).map { $0["detail"] as String }
            }
            #expect(plan.contains { $0.hasPrefix("SEARCH record USING INDEX record_in_use") }, "\(plan)")
            // The index is in the order of the result, and the leases are found by their key.
            #expect(!plan.contains { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") }, "\(plan)")
            await store.close()
        }
    }
}
