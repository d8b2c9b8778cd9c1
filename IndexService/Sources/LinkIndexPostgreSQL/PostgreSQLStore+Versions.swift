package import LinkIndex
import PostgreSQLClient

extension PostgreSQLStore {
    package func versions(of key: RecordKey) async throws -> [SiteVersion] {
        let result = try await run(
            """
            SELECT number, content, format, octet_length(payload)::int8, first_read_at, keep_until FROM link_version
            WHERE digest = $1 ORDER BY number
            """,
            [.bytes(key.digest.bytes)],
            isRepeatable: true
        )
        return try await storeErrors {
            try result.rows.map { row in
                SiteVersion(
                    number: try row.integer(0),
                    content: try row.bytes(1),
                    format: Int16(truncatingIfNeeded: try row.integer(2)),
                    byteCount: Int(try row.integer(3)),
                    firstReadAt: Timestamp(milliseconds: try row.integer(4)),
                    keepUntil: Timestamp(milliseconds: try row.integer(5))
                )
            }
        }
    }

    package func payloads(ofVersions numbers: [Int64], of key: RecordKey) async throws -> [Int64: [UInt8]] {
        if numbers.isEmpty { return [:] }
        let result = try await run(
            "SELECT number, payload FROM link_version WHERE digest = $1 AND number = ANY($2::int8[])",
            [.bytes(key.digest.bytes), .integerArray(numbers)],
            isRepeatable: true
        )
        return try await storeErrors {
            try result.rows.reduce(into: [:]) { $0[try $1.integer(0)] = try $1.bytes(1) }
        }
    }

    package func addVersion(_ version: SiteVersion, payload: [UInt8], of key: RecordKey) async throws -> Bool {
        try await run(
            """
            INSERT INTO link_version (digest, number, content, format, payload, first_read_at, keep_until)
            VALUES ($1, $2, $3, $4::int8, $5, $6, $7)
            ON CONFLICT (digest, number) DO NOTHING
            """,
            [
                .bytes(key.digest.bytes), .integer(version.number), .bytes(version.content),
                .integer(Int64(version.format)), .bytes(payload), .integer(version.firstReadAt.milliseconds),
                .integer(version.keepUntil.milliseconds),
            ],
            isRepeatable: true
        ).affectedRows == 1
    }

    package func replaceVersion(_ version: SiteVersion, payload: [UInt8], of key: RecordKey) async throws {
        _ = try await run(
            """
            UPDATE link_version SET content = $3, format = $4::int8, payload = $5, keep_until = $6
            WHERE digest = $1 AND number = $2
            """,
            [
                .bytes(key.digest.bytes), .integer(version.number), .bytes(version.content),
                .integer(Int64(version.format)), .bytes(payload), .integer(version.keepUntil.milliseconds),
            ],
            isRepeatable: true
        )
    }

    package func keepVersion(_ number: Int64, of key: RecordKey, until time: Timestamp) async throws {
        _ = try await run(
            "UPDATE link_version SET keep_until = $3 WHERE digest = $1 AND number = $2 AND keep_until < $3",
            [.bytes(key.digest.bytes), .integer(number), .integer(time.milliseconds)],
            isRepeatable: true
        )
    }

    package func removeVersions(of key: RecordKey, through number: Int64) async throws {
        _ = try await run(
            "DELETE FROM link_version WHERE digest = $1 AND number <= $2",
            [.bytes(key.digest.bytes), .integer(number)],
            isRepeatable: true
        )
    }

    /// Deletes versions that were not read for long, and returns how many.
    func deleteOldVersions(limit: Int) async throws -> Int {
        try await run(
            """
            DELETE FROM link_version WHERE keep_until < (extract(epoch FROM now()) * 1000)::int8 AND (digest, number) IN (
                SELECT digest, number FROM link_version
                WHERE keep_until < (extract(epoch FROM now()) * 1000)::int8 ORDER BY keep_until LIMIT $1
            )
            """,
            [.integer(Int64(limit))],
            isRepeatable: true
        ).affectedRows
    }
}
