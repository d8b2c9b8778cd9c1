import Foundation
import GRDB
package import LinkIndex

extension SQLiteStore {
    package func versions(of key: RecordKey) async throws -> [SiteVersion] {
        try await read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT number, content, format, length(payload), first_read_at, keep_until FROM version
                    WHERE digest = ? ORDER BY number
                    """
            )
            return try Row.fetchAll(statement, arguments: [key.digest.data]).map { row in
                SiteVersion(
                    number: row[0],
                    content: [UInt8](row[1] as Data),
                    format: Int16(truncatingIfNeeded: row[2] as Int64),
                    byteCount: row[3],
                    firstReadAt: Timestamp(milliseconds: row[4]),
                    keepUntil: Timestamp(milliseconds: row[5])
                )
            }
        }
    }

    package func payloads(ofVersions numbers: [Int64], of key: RecordKey) async throws -> [Int64: [UInt8]] {
        if numbers.isEmpty { return [:] }
        return try await read { database in
            let statement = try database.cachedStatement(
                sql:
                    "SELECT number, payload FROM version WHERE digest = ? AND number IN (\(placeholders(numbers.count)))"
            )
            let arguments: StatementArguments = [key.digest.data] + StatementArguments(numbers)
            return try Row.fetchAll(statement, arguments: arguments)
                .reduce(into: [:]) { $0[$1[0] as Int64] = [UInt8]($1[1] as Data) }
        }
    }

    package func addVersion(_ version: SiteVersion, payload: [UInt8], of key: RecordKey) async throws -> Bool {
        try await write { database in
            let statement = try database.cachedStatement(
                sql: """
                    INSERT INTO version (digest, number, content, format, payload, first_read_at, keep_until)
                    VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (digest, number) DO NOTHING
                    """
            )
            try statement.execute(
                arguments: [
                    key.digest.data, version.number, Data(version.content), version.format, Data(payload),
                    version.firstReadAt.milliseconds, version.keepUntil.milliseconds,
                ]
            )
            return database.changesCount == 1
        }
    }

    package func replaceVersion(_ version: SiteVersion, payload: [UInt8], of key: RecordKey) async throws {
        try await write { database in
            let statement = try database.cachedStatement(
                sql: """
                    UPDATE version SET content = ?, format = ?, payload = ?, keep_until = ?
                    WHERE digest = ? AND number = ?
                    """
            )
            try statement.execute(
                arguments: [
                    Data(version.content), version.format, Data(payload), version.keepUntil.milliseconds,
                    key.digest.data, version.number,
                ]
            )
        }
    }

    package func keepVersion(_ number: Int64, of key: RecordKey, until time: Timestamp) async throws {
        try await write { database in
            let statement = try database.cachedStatement(
                sql: "UPDATE version SET keep_until = ? WHERE digest = ? AND number = ? AND keep_until < ?"
            )
            try statement.execute(arguments: [time.milliseconds, key.digest.data, number, time.milliseconds])
        }
    }

    package func removeVersions(of key: RecordKey, through number: Int64) async throws {
        try await write { database in
            let statement = try database.cachedStatement(sql: "DELETE FROM version WHERE digest = ? AND number <= ?")
            try statement.execute(arguments: [key.digest.data, number])
        }
    }
}
