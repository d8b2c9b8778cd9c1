import Foundation
import LinkIndex
import LinkIndexSQLite
import LinkIndexTestSupport
import Testing

struct SQLiteStoreTests {
    @Test(arguments: StoreBehavior.all)
    func aStoreInAnSQLiteFileBehavesAsTheProtocolSays(_ behavior: StoreBehavior) async throws {
        try await withTemporaryFolder { folder in
            let store = try SQLiteStore(path: folder + "/index.sqlite")
            try await store.migrate()
            try await behavior.check(store)
            await store.close()
        }
    }

    @Test func twoStoresOnOneFileSeeTheSameRecordsAndLeases() async throws {
        try await withTemporaryFolder { folder in
            let (first, second) = (try SQLiteStore(path: folder + "/a"), try SQLiteStore(path: folder + "/a"))
            try await first.migrate()
            try await second.migrate()
            let key = RecordKey(.page, "https://example.com/")
            let lease = try await first.lease(key, owner: "1")
            let answer = try await second.acquireLease(for: key, owner: "2", duration: .seconds(50))
            if case .acquired = answer { Issue.record("it is held") }
            let record = IndexRecord.fresh()
            #expect(try await first.write(record, lease: lease))
            #expect(try await second.records(for: [key]) == [key: record])
            await first.close()
            await second.close()
        }
    }

    @Test func nodesThatStartTogetherOnOneFileMakeItsTablesOnce() async throws {
        try await withTemporaryFolder { folder in
            for round in 0..<10 {
                let stores = try (0..<4).map { _ in try SQLiteStore(path: folder + "/\(round)") }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for store in stores { group.addTask { try await store.migrate() } }
                    try await group.waitForAll()
                }
                for store in stores {
                    #expect(try await store.apiKeys().isEmpty)
                    await store.close()
                }
            }
        }
    }

    @Test func aFileThatCannotBeOpenedIsNamedInTheError() throws {
        let error = #expect(throws: IndexStoreError.self) { try SQLiteStore(path: "/nowhere/at/all/index.sqlite") }
        #expect(error?.code == .unavailable)
        #expect(error?.description.contains("/nowhere/at/all/index.sqlite") == true)
    }

    @Test func theFileAloneIsCompleteOnceTheStoreIsClosed() async throws {
        try await withTemporaryFolder { folder in
            let store = try SQLiteStore(path: folder + "/a")
            try await store.migrate()
            let key = APIKey(hash: [1], name: "one", createdAt: .now)
            #expect(try await store.addAPIKey(key) == true)
            await store.close()
            try FileManager.default.copyItem(atPath: folder + "/a", toPath: folder + "/b")
            let copy = try SQLiteStore(path: folder + "/b")
            #expect(try await copy.apiKeys().map(\.name) == ["one"])
            await copy.close()
        }
    }

    @Test func aClosedStoreThrows() async throws {
        try await withTemporaryFolder { folder in
            let store = try SQLiteStore(path: folder + "/a")
            try await store.migrate()
            await store.close()
            await store.close()
            await #expect(throws: IndexStoreError.self) { try await store.ping() }
        }
    }
}

/// Runs a test with its own folder, which is then removed.
func withTemporaryFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("index-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.path)
}
