package import LinkIndex
import PostgreSQLClient

extension PostgreSQLStore {
    package func records(for keys: [RecordKey]) async throws -> [RecordKey: IndexRecord] {
        if keys.isEmpty { return [:] }
        let keyOfDigest = Dictionary(keys.map { ($0.digest.bytes, $0) }, uniquingKeysWith: { first, _ in first })
        let result = try await run(
            """
            SELECT digest, format, payload, stored_at, fresh_until, keep_until FROM link_record
            WHERE digest = ANY($1::bytea[])
            """,
            [.bytesArray(Array(keyOfDigest.keys))],
            isRepeatable: true
        )
        return try await storeErrors {
            var records: [RecordKey: IndexRecord] = [:]
            for row in result.rows {
                guard let key = keyOfDigest[try row.bytes(0)] else { continue }
                records[key] = IndexRecord(
                    format: Int16(truncatingIfNeeded: try row.integer(1)),
                    payload: try row.bytes(2),
                    storedAt: Timestamp(milliseconds: try row.integer(3)),
                    freshUntil: Timestamp(milliseconds: try row.integer(4)),
                    keepUntil: Timestamp(milliseconds: try row.integer(5))
                )
            }
            return records
        }
    }

    package func write(_ record: IndexRecord, lease: Lease) async throws -> Bool {
        // One statement, so one transaction: who does not hold the lease inserts nothing.
        let result = try await run(
            """
            WITH released AS (DELETE FROM link_lease WHERE digest = $1 AND token = $2 RETURNING digest)
            INSERT INTO link_record
                (digest, kind, text, format, payload, stored_at, fresh_until, keep_until, uses, token)
            SELECT digest, $3::int8, $4, $5::int8, $6, $7, $8, $9, 0, $2 FROM released
            ON CONFLICT (digest) DO UPDATE SET
                format = excluded.format, payload = excluded.payload, stored_at = excluded.stored_at,
                fresh_until = excluded.fresh_until, keep_until = excluded.keep_until, uses = 0, token = excluded.token
            """,
            [
                .bytes(lease.key.digest.bytes), .integer(lease.token), .integer(Int64(lease.key.kind.rawValue)),
                .text(lease.key.text), .integer(Int64(record.format)), .bytes(record.payload),
                .integer(record.storedAt.milliseconds), .integer(record.freshUntil.milliseconds),
                .integer(record.keepUntil.milliseconds),
            ],
            isRepeatable: true
        )
        if result.affectedRows == 1 { return true }
        // The first attempt may have stored it and lost its connection before the answer came.
        return result.isInDoubt ? try await isWritten(lease) : false
    }

    /// Returns whether the record of a key was written under a lease.
    private func isWritten(_ lease: Lease) async throws -> Bool {
        let result = try await run(
            "SELECT 1 FROM link_record WHERE digest = $1 AND token = $2",
            [.bytes(lease.key.digest.bytes), .integer(lease.token)],
            isRepeatable: true
        )
        return result.rows.count == 1
    }

    package func removeRecords(for keys: [RecordKey]) async throws {
        if keys.isEmpty { return }
        _ = try await run(
            "DELETE FROM link_record WHERE digest = ANY($1::bytea[])",
            [.bytesArray(keys.map(\.digest.bytes))],
            isRepeatable: true
        )
    }

    package func recordUses(_ uses: [RecordKey: Int]) async throws {
        // One statement for all keys of the same number.
        for (count, keys) in Dictionary(grouping: uses.keys, by: { uses[$0] ?? 0 }) where count > 0 {
            _ = try await run(
                "UPDATE link_record SET uses = uses + $2 WHERE digest = ANY($1::bytea[])",
                [.bytesArray(keys.map(\.digest.bytes)), .integer(Int64(count))],
                // Counting twice after a broken connection renews a record a little earlier, and harms nobody.
                isRepeatable: true
            )
        }
    }

    package func recordsDueForRenewal(
        staleBefore time: Timestamp,
        minimumUses: Int,
        limit: Int
    ) async throws -> [RecordKey] {
        let result = try await run(
            """
            SELECT kind, text FROM link_record
            WHERE uses > 0 AND uses >= $1 AND fresh_until <= $2
                AND keep_until > (extract(epoch FROM now()) * 1000)::int8
                AND NOT EXISTS (
                    SELECT 1 FROM link_lease
                    WHERE link_lease.digest = link_record.digest
                        AND expires_at > (extract(epoch FROM now()) * 1000)::int8
                )
            ORDER BY fresh_until LIMIT $3
            """,
            [.integer(Int64(minimumUses)), .integer(time.milliseconds), .integer(Int64(limit))],
            isRepeatable: true
        )
        return try await storeErrors {
            try result.rows.compactMap { row in
                let text = try row.text(1)
                return RecordKey.Kind(rawValue: Int16(truncatingIfNeeded: try row.integer(0))).map {
                    RecordKey($0, text)
                }
            }
        }
    }

    package func deleteExpired(limit: Int) async throws -> Int {
        _ = try await run(
            "DELETE FROM link_lease WHERE expires_at < (extract(epoch FROM now()) * 1000)::int8 - 60000",
            isRepeatable: true
        )
        let result = try await run(
            """
            DELETE FROM link_record WHERE digest IN (
                SELECT digest FROM link_record
                WHERE keep_until < (extract(epoch FROM now()) * 1000)::int8 ORDER BY keep_until LIMIT $1
            )
            """,
            [.integer(Int64(limit))],
            isRepeatable: true
        )
        return result.affectedRows
    }
}
