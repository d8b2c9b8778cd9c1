import Foundation
import GRDB
package import LinkIndex

extension SQLiteStore {
    package func apiKeys(withHashes hashes: [[UInt8]]) async throws -> [[UInt8]: APIKey] {
        try await read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT \(columns), \(lastUse) FROM api_key WHERE hash = ?"
            )
            var keys: [[UInt8]: APIKey] = [:]
            for hash in hashes { keys[hash] = try Row.fetchOne(statement, arguments: [Data(hash)]).map(APIKey.init) }
            return keys
        }
    }

    package func addAPIKey(_ key: APIKey) async throws -> Bool {
        try await write { database in
            try database.execute(
                sql: "INSERT INTO api_key (\(columns)) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                arguments: [Data(key.hash), key.name, key.createdAt.milliseconds, key.requestsPerMinute]
            )
            return database.changesCount == 1
        }
    }

    package func noteUse(ofAPIKey hash: [UInt8], on day: Timestamp) async throws {
        try await write { database in
            try database.execute(
                sql: """
                    INSERT INTO api_key_use (hash, used_at) SELECT hash, ? FROM api_key WHERE hash = ?
                    ON CONFLICT (hash) DO UPDATE SET used_at = max(api_key_use.used_at, excluded.used_at)
                    """,
                arguments: [day.milliseconds, Data(hash)]
            )
        }
    }

    package func apiKeys() async throws -> [APIKey] {
        try await read { database in
            try Row.fetchAll(database, sql: "SELECT \(columns), \(lastUse) FROM api_key ORDER BY name").map(APIKey.init)
        }
    }

    package func revokeAPIKey(named name: String) async throws -> Bool {
        try await write { database in
            try database.execute(
                sql: "DELETE FROM api_key_use WHERE hash = (SELECT hash FROM api_key WHERE name = ?)",
                arguments: [name]
            )
            try database.execute(sql: "DELETE FROM api_key WHERE name = ?", arguments: [name])
            return database.changesCount == 1
        }
    }
}

private let columns = "hash, name, created_at, requests_per_minute"
private let lastUse = "(SELECT used_at FROM api_key_use WHERE api_key_use.hash = api_key.hash)"

extension APIKey {
    fileprivate init(_ row: Row) {
        self.init(
            hash: [UInt8](row[0] as Data),
            name: row[1],
            createdAt: Timestamp(milliseconds: row[2]),
            requestsPerMinute: row[3],
            lastUsedOn: (row[4] as Int64?).map(Timestamp.init)
        )
    }
}
