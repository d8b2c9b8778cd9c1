import Foundation
import GRDB
package import LinkIndex

extension SQLiteStore {
    /// The query whether a renewal is due; it does not block writers.
    static let isDue = "SELECT 1 FROM due WHERE due_at <= ? LIMIT 1"
    static let due = "SELECT digest, due_at, claims FROM due WHERE due_at <= ? ORDER BY due_at LIMIT ?"

    package func records(for keys: [RecordKey]) async throws -> [RecordKey: IndexRecord] {
        if keys.isEmpty { return [:] }
        return try await read { database in
            let keyOfDigest = Dictionary(keys.map { ($0.digestData, $0) }, uniquingKeysWith: { first, _ in first })
            let statement = try database.cachedStatement(
                sql: """
                    SELECT digest, format, payload, stored_at, fresh_until, keep_until FROM record
                    WHERE digest IN (\(placeholders(keyOfDigest.count)))
                    """
            )
            let rows = try Row.fetchCursor(statement, arguments: StatementArguments(keyOfDigest.keys))
            var records: [RecordKey: IndexRecord] = [:]
            while let row = try rows.next() {
                guard let key = keyOfDigest[row[0]] else { continue }
                records[key] = IndexRecord(row)
            }
            return records
        }
    }

    /// Returns records in the order of their keys' digests.
    ///
    /// - Parameters:
    ///   - digest: Only records after this digest; `nil` for the first ones.
    ///   - limit: The maximum number of records.
    /// - Returns: The records, and the digest of the last; `nil` if there is none.
    /// - Throws: An `IndexStoreError`.
    package func records(
        after digest: [UInt8]?,
        limit: Int
    ) async throws -> (records: [RecordKey: IndexRecord], last: [UInt8]?) {
        try await read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT digest, format, payload, stored_at, fresh_until, keep_until, kind, text FROM record
                    WHERE digest > ? ORDER BY digest LIMIT ?
                    """,
                arguments: [Data(digest ?? []), limit]
            )
            var records: [RecordKey: IndexRecord] = [:]
            for row in rows {
                guard let kind = RecordKey.Kind(rawValue: row[6]) else { continue }
                records[RecordKey(kind, row[7])] = IndexRecord(row)
            }
            return (records, rows.last.map { [UInt8]($0[0] as Data) })
        }
    }

    package func write(_ record: IndexRecord, lease: Lease) async throws -> Bool {
        try await write { database in
            guard try Self.release(lease, in: database) else { return false }
            let statement = try database.cachedStatement(
                sql: """
                    INSERT INTO record (digest, kind, text, format, payload, stored_at, fresh_until, keep_until, uses)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)
                    ON CONFLICT (digest) DO UPDATE SET
                        format = excluded.format, payload = excluded.payload, stored_at = excluded.stored_at,
                        fresh_until = excluded.fresh_until, keep_until = excluded.keep_until, uses = 0
                    """
            )
            let arguments: StatementArguments = [
                lease.key.digestData, lease.key.kind.rawValue, lease.key.text, record.format, Data(record.payload),
                record.storedAt.milliseconds, record.freshUntil.milliseconds, record.keepUntil.milliseconds,
            ]
            try statement.execute(arguments: arguments)
            try Self.leaveQueue([lease.key.digestData], in: database)
            return true
        }
    }

    package func removeRecords(for keys: [RecordKey]) async throws {
        if keys.isEmpty { return }
        try await write { database in
            let statement = try database.cachedStatement(
                sql: "DELETE FROM record WHERE digest IN (\(placeholders(keys.count)))"
            )
            let digests = keys.map(\.digestData)
            try statement.execute(arguments: StatementArguments(digests))
            try Self.leaveQueue(digests, in: database)
        }
    }

    private static func leaveQueue(_ digests: [Data], in database: Database) throws {
        let statement = try database.cachedStatement(
            sql: "DELETE FROM due WHERE digest IN (\(placeholders(digests.count)))"
        )
        try statement.execute(arguments: StatementArguments(digests))
    }

    package func recordUses(_ uses: [RecordKey: Int], rule: RenewalRule?) async throws {
        if uses.isEmpty { return }
        try await write { database in
            let counting = try database.cachedStatement(sql: "UPDATE record SET uses = uses + ? WHERE digest = ?")
            let queueing = try database.cachedStatement(
                sql: """
                    INSERT INTO due (digest, due_at, claims)
                    SELECT digest, fresh_until - ?, 0 FROM record WHERE digest = ? AND uses >= ?
                    ON CONFLICT (digest) DO NOTHING
                    """
            )
            for (key, count) in uses {
                try counting.execute(arguments: [count, key.digestData])
                guard let rule else { continue }
                try queueing.execute(
                    arguments: [rule.before.wholeMilliseconds, key.digestData, rule.minimumUses]
                )
            }
        }
    }

    package func claimRenewals(limit: Int, before time: Duration) async throws -> [RecordKey] {
        let now = now()
        let isDue = try await read { database in
            let statement = try database.cachedStatement(sql: Self.isDue)
            return try Int.fetchOne(statement, arguments: [now.milliseconds]) != nil
        }
        guard isDue else { return [] }
        return try await write { database in
            let due = try Row.fetchAll(
                try database.cachedStatement(sql: Self.due),
                arguments: [now.milliseconds, limit]
            )
            let moving = try database.cachedStatement(
                sql: "UPDATE due SET due_at = ?, claims = claims + 1 WHERE digest = ?"
            )
            let removing = try database.cachedStatement(sql: "DELETE FROM due WHERE digest = ?")
            let finding = try database.cachedStatement(
                sql: """
                    SELECT kind, text FROM record
                    WHERE digest = ? AND fresh_until <= ? AND fresh_until > ? AND keep_until > ?
                    """
            )
            return try due.compactMap { row in
                let digest: Data = row[0]
                let arguments: StatementArguments = [
                    digest, (now + time).milliseconds, (now + (.zero - RenewalRule.staleLimit)).milliseconds,
                    now.milliseconds,
                ]
                guard let record = try Row.fetchOne(finding, arguments: arguments),
                    let kind = RecordKey.Kind(rawValue: record[0])
                else {
                    try removing.execute(arguments: [digest])
                    return nil
                }
                let next = now + RenewalRule.pause(afterClaims: row[2])
                try moving.execute(arguments: [next.milliseconds, digest])
                return RecordKey(kind, record[1])
            }
        }
    }

    package func deleteExpired(limit: Int) async throws -> Int {
        let now = now().milliseconds
        return try await write { database in
            try database.execute(sql: "DELETE FROM lease WHERE expires_at < ?", arguments: [now - 60_000])
            try database.execute(
                sql: "DELETE FROM record WHERE digest IN (SELECT digest FROM record WHERE keep_until < ? LIMIT ?)",
                arguments: [now, limit]
            )
            return database.changesCount
        }
    }
}

extension IndexRecord {
    /// SQLite stores values of any type in a column; a value that is not a number reads as zero, so that the record is stale.
    fileprivate init(_ row: Row) {
        self.init(
            format: Int16(truncatingIfNeeded: row[1] as Int64),
            payload: [UInt8](row[2] as Data),
            storedAt: Timestamp(milliseconds: row[3]),
            freshUntil: Timestamp(milliseconds: row[4]),
            keepUntil: Timestamp(milliseconds: row[5])
        )
    }
}

extension RecordKey {
    /// The digest in the form for GRDB.
    var digestData: Data { Data(digest) }
}

/// A list of question marks.
func placeholders(_ count: Int) -> String { Array(repeating: "?", count: count).joined(separator: ",") }
