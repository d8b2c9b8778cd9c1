import Foundation
import GRDB
package import LinkIndex

extension SQLiteStore {
    /// `uses > 0` lets SQLite use the index of records that were used.
    static let dueForRenewal = """
        SELECT kind, text FROM record
        WHERE uses > 0 AND uses >= ? AND fresh_until <= ? AND keep_until > ?
            AND NOT EXISTS (SELECT 1 FROM lease WHERE lease.digest = record.digest AND expires_at > ?)
        ORDER BY fresh_until LIMIT ?
        """

    package func records(for keys: [RecordKey]) async throws -> [RecordKey: IndexRecord] {
        if keys.isEmpty { return [:] }
        return try await read { database in
            let keyOfDigest = Dictionary(keys.map { ($0.digest.data, $0) }, uniquingKeysWith: { first, _ in first })
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
                records[key] = IndexRecord(
                    format: row[1],
                    payload: [UInt8](row[2] as Data),
                    storedAt: Timestamp(milliseconds: row[3]),
                    freshUntil: Timestamp(milliseconds: row[4]),
                    keepUntil: Timestamp(milliseconds: row[5])
                )
            }
            return records
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
                lease.key.digest.data, lease.key.kind.rawValue, lease.key.text, record.format, Data(record.payload),
                record.storedAt.milliseconds, record.freshUntil.milliseconds, record.keepUntil.milliseconds,
            ]
            try statement.execute(arguments: arguments)
            return true
        }
    }

    package func removeRecords(for keys: [RecordKey]) async throws {
        if keys.isEmpty { return }
        try await write { database in
            let statement = try database.cachedStatement(
                sql: "DELETE FROM record WHERE digest IN (\(placeholders(keys.count)))"
            )
            try statement.execute(arguments: StatementArguments(keys.map(\.digest.data)))
        }
    }

    package func recordUses(_ uses: [RecordKey: Int]) async throws {
        if uses.isEmpty { return }
        try await write { database in
            let statement = try database.cachedStatement(sql: "UPDATE record SET uses = uses + ? WHERE digest = ?")
            for (key, count) in uses { try statement.execute(arguments: [count, key.digest.data]) }
        }
    }

    package func recordsDueForRenewal(
        staleBefore time: Timestamp,
        minimumUses: Int,
        limit: Int
    ) async throws -> [RecordKey] {
        let now = Timestamp.now.milliseconds
        return try await read { database in
            let statement = try database.cachedStatement(sql: Self.dueForRenewal)
            let arguments: StatementArguments = [minimumUses, time.milliseconds, now, now, limit]
            return try Row.fetchAll(statement, arguments: arguments).compactMap { row in
                RecordKey.Kind(rawValue: row[0]).map { RecordKey($0, row[1]) }
            }
        }
    }

    package func deleteExpired(limit: Int) async throws -> Int {
        let now = Timestamp.now.milliseconds
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

extension RecordDigest {
    /// The digest as GRDB takes it.
    var data: Data { Data(bytes) }
}

/// A list of question marks.
func placeholders(_ count: Int) -> String { Array(repeating: "?", count: count).joined(separator: ",") }
