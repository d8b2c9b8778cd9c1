package import LinkIndex
import PostgreSQLClient

extension PostgreSQLStore {
    package func apiKeys(withHashes hashes: [[UInt8]]) async throws -> [[UInt8]: APIKey] {
        let result = try await run(
            """
            SELECT link_api_key.hash, name, created_at, requests_per_minute, used_at
            FROM link_api_key LEFT JOIN link_api_key_use ON link_api_key_use.hash = link_api_key.hash
            WHERE link_api_key.hash = ANY($1::bytea[])
            """,
            [.bytesArray(hashes)],
            isRepeatable: true
        )
        return try await storeErrors {
            let keys = try result.rows.map(APIKey.init)
            return Dictionary(keys.map { ($0.hash, $0) }, uniquingKeysWith: { first, _ in first })
        }
    }

    package func addAPIKey(_ key: APIKey) async throws -> Bool {
        let result = try await run(
            """
            INSERT INTO link_api_key (hash, name, created_at, requests_per_minute) VALUES ($1, $2, $3, $4)
            ON CONFLICT DO NOTHING
            """,
            [
                .bytes(key.hash), .text(key.name), .integer(key.createdAt.milliseconds),
                .optional(key.requestsPerMinute.map(Int64.init)),
            ],
            isRepeatable: true
        )
        if result.affectedRows == 1 { return true }
        return result.isInDoubt ? try await apiKeys(withHashes: [key.hash])[key.hash] == key : false
    }

    package func noteUse(ofAPIKey hash: [UInt8], on day: Timestamp) async throws {
        _ = try await run(
            """
            INSERT INTO link_api_key_use (hash, used_at)
            SELECT hash, $2::int8 FROM link_api_key WHERE hash = $1
            ON CONFLICT (hash) DO UPDATE SET used_at = greatest(link_api_key_use.used_at, excluded.used_at)
            """,
            [.bytes(hash), .integer(day.milliseconds)],
            isRepeatable: true
        )
    }

    package func apiKeys() async throws -> [APIKey] {
        let result = try await run(
            """
            SELECT link_api_key.hash, name, created_at, requests_per_minute, used_at
            FROM link_api_key LEFT JOIN link_api_key_use ON link_api_key_use.hash = link_api_key.hash
            """,
            isRepeatable: true
        )
        // The keys are sorted here, because databases sort texts by language rules.
        return try await storeErrors {
            try result.rows.map(APIKey.init).sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        }
    }

    package func revokeAPIKey(named name: String) async throws -> Bool {
        let result = try await run(
            """
            WITH used AS (
                DELETE FROM link_api_key_use WHERE hash IN (SELECT hash FROM link_api_key WHERE name = $1)
            )
            DELETE FROM link_api_key WHERE name = $1
            """,
            [.text(name)],
            isRepeatable: true
        )
        return result.affectedRows == 1 || result.isInDoubt
    }
}

extension APIKey {
    fileprivate init(_ row: PostgreSQLRow) throws {
        self.init(
            hash: try row.bytes(0),
            name: try row.text(1),
            createdAt: Timestamp(milliseconds: try row.integer(2)),
            requestsPerMinute: try row.optionalInteger(3).map(Int.init),
            lastUsedOn: try row.optionalInteger(4).map(Timestamp.init)
        )
    }
}
