package import LinkIndex
import PostgreSQLClient

extension PostgreSQLStore {
    package func records(for keys: [RecordKey]) async throws -> [RecordKey: IndexRecord] {
        if keys.isEmpty { return [:] }
        let keyOfDigest = Dictionary(keys.map { ($0.digest, $0) }, uniquingKeysWith: { first, _ in first })
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
        // One statement is one transaction: a caller that does not hold the lease inserts nothing.
        let result = try await run(
            """
            WITH
                released AS (DELETE FROM link_lease WHERE digest = $1 AND token = $2 RETURNING digest),
                forgotten AS (DELETE FROM link_use WHERE digest IN (SELECT digest FROM released)),
                unqueued AS (DELETE FROM link_due WHERE digest IN (SELECT digest FROM released))
            INSERT INTO link_record (digest, kind, text, format, payload, stored_at, fresh_until, keep_until, token)
            SELECT digest, $3::int8, $4, $5::int8, $6, $7, $8, $9, $2 FROM released
            ON CONFLICT (digest) DO UPDATE SET
                format = excluded.format, payload = excluded.payload, stored_at = excluded.stored_at,
                fresh_until = excluded.fresh_until, keep_until = excluded.keep_until, token = excluded.token
            """,
            [
                .bytes(lease.key.digest), .integer(lease.token), .integer(Int64(lease.key.kind.rawValue)),
                .text(lease.key.text), .integer(Int64(record.format)), .bytes(record.payload),
                .integer(record.storedAt.milliseconds), .integer(record.freshUntil.milliseconds),
                .integer(record.keepUntil.milliseconds),
            ],
            isRepeatable: true
        )
        if result.affectedRows == 1 { return true }
        // The first attempt may have stored the record and lost its connection before the response.
        return result.isInDoubt ? try await isWritten(lease) : false
    }

    /// Returns whether the record of a key was written under a lease.
    private func isWritten(_ lease: Lease) async throws -> Bool {
        let result = try await run(
            "SELECT 1 FROM link_record WHERE digest = $1 AND token = $2",
            [.bytes(lease.key.digest), .integer(lease.token)],
            isRepeatable: true
        )
        return result.rows.count == 1
    }

    package func removeRecords(for keys: [RecordKey]) async throws {
        if keys.isEmpty { return }
        _ = try await run(
            """
            WITH unqueued AS (DELETE FROM link_due WHERE digest = ANY($1::bytea[]))
            DELETE FROM link_record WHERE digest = ANY($1::bytea[])
            """,
            [.bytesArray(keys.map(\.digest))],
            isRepeatable: true
        )
    }

    package func recordUses(_ uses: [RecordKey: Int], rule: RenewalRule?) async throws {
        let used = uses.filter { $0.value > 0 }
        if used.isEmpty { return }
        _ = try await run(
            // Rows are locked in the order of the keys, so that nodes that count the same keys do not deadlock.
            """
            WITH counted AS (
                INSERT INTO link_use (digest, uses, fresh_until)
                SELECT link_record.digest, used.uses, link_record.fresh_until
                FROM unnest($1::bytea[], $2::int8[]) AS used (digest, uses)
                    JOIN link_record ON link_record.digest = used.digest
                ORDER BY link_record.digest
                ON CONFLICT (digest) DO UPDATE SET
                    uses = link_use.uses + excluded.uses, fresh_until = excluded.fresh_until
                RETURNING digest, uses, fresh_until
            )
            INSERT INTO link_due (digest, due_at, claims)
            SELECT digest, fresh_until - $4, 0 FROM counted WHERE uses >= $3 ORDER BY digest
            ON CONFLICT (digest) DO NOTHING
            """,
            [
                .bytesArray(used.map(\.key.digest)), .integerArray(used.map { Int64($0.value) }),
                .integer(rule.map { Int64($0.minimumUses) } ?? .max), .integer(rule?.before.wholeMilliseconds ?? 0),
            ],
            // Counting twice after a broken connection only renews a record a little earlier.
            isRepeatable: true
        )
    }

    package func claimRenewals(limit: Int, before time: Duration) async throws -> [RecordKey] {
        // The second attempt after a broken connection claims other records; those of the first attempt are soon due again.
        let result = try await run(
            Self.claim,
            [
                .integer(Int64(limit)), .integer(time.wholeMilliseconds),
                .integer(RenewalRule.staleLimit.wholeMilliseconds),
            ],
            isRepeatable: true
        )
        let (keys, useless) = try await storeErrors {
            var keys: [RecordKey] = []
            var useless: [[UInt8]] = []
            for row in result.rows {
                if try row.integer(3) == 1,
                    let kind = RecordKey.Kind(rawValue: Int16(truncatingIfNeeded: try row.integer(1)))
                {
                    keys.append(RecordKey(kind, try row.text(2)))
                } else {
                    useless.append(try row.bytes(0))
                }
            }
            return (keys, useless)
        }
        if !useless.isEmpty {
            _ = try await run(
                "DELETE FROM link_due WHERE digest = ANY($1::bytea[])",
                [.bytesArray(useless)],
                isRepeatable: true
            )
        }
        return keys
    }

    /// Moves the due records, and returns them with whether each is worth renewing.
    ///
    /// Rows that another node is claiming are skipped, so nodes claim different records and do not wait for each other.
    static let claim: StaticString = """
        WITH
            clock AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::int8 AS ms),
            claimed AS (
                SELECT link_due.digest, link_due.due_at FROM link_due
                WHERE link_due.due_at <= (SELECT ms FROM clock)
                ORDER BY link_due.due_at LIMIT $1 FOR UPDATE SKIP LOCKED
            ),
            moved AS (
                UPDATE link_due SET
                    due_at = clock.ms + least(3600000, 30000 * (1 << least(link_due.claims, 7)::int4)),
                    claims = link_due.claims + 1
                FROM claimed, clock WHERE link_due.digest = claimed.digest
                RETURNING link_due.digest, claimed.due_at
            )
        SELECT moved.digest, link_record.kind, link_record.text,
            CASE WHEN link_record.fresh_until <= clock.ms + $2 AND link_record.fresh_until > clock.ms - $3
                AND link_record.keep_until > clock.ms THEN 1 ELSE 0 END
        FROM moved CROSS JOIN clock LEFT JOIN link_record ON link_record.digest = moved.digest
        ORDER BY moved.due_at
        """

    package func deleteExpired(limit: Int) async throws -> Int {
        _ = try await run(
            "DELETE FROM link_lease WHERE expires_at < (extract(epoch FROM now()) * 1000)::int8 - 60000",
            isRepeatable: true
        )
        // There may be more counts than records, because each fetched URL leaves one.
        while try await deleteOldUses(limit: limit) == limit { try Task.checkCancellation() }
        let result = try await run(
            // The condition occurs twice because, for a row that is being changed, only the outer one is checked again.
            """
            DELETE FROM link_record WHERE keep_until < (extract(epoch FROM now()) * 1000)::int8 AND digest IN (
                SELECT digest FROM link_record
                WHERE keep_until < (extract(epoch FROM now()) * 1000)::int8 ORDER BY keep_until LIMIT $1
            )
            """,
            [.integer(Int64(limit))],
            isRepeatable: true
        )
        return result.affectedRows
    }

    /// Deletes use counts of records that nobody has requested since they became stale, and returns how many.
    private func deleteOldUses(limit: Int) async throws -> Int {
        try await run(
            """
            DELETE FROM link_use WHERE fresh_until <= (extract(epoch FROM now()) * 1000)::int8 - 3600000 AND digest IN (
                SELECT digest FROM link_use
                WHERE fresh_until <= (extract(epoch FROM now()) * 1000)::int8 - 3600000 ORDER BY fresh_until LIMIT $1
            )
            """,
            [.integer(Int64(limit))],
            isRepeatable: true
        ).affectedRows
    }
}
