import GRDB
package import LinkIndex

extension SQLiteStore {
    package func acquireLease(for key: RecordKey, owner: String, duration: Duration) async throws -> LeaseAnswer {
        let lease = Lease(key: key, owner: owner)
        let now = now()
        return try await write { database in
            let statement = try database.cachedStatement(
                sql: """
                    INSERT INTO lease (digest, token, owner, expires_at) VALUES (?, ?, ?, ?)
                    ON CONFLICT (digest) DO UPDATE SET
                        token = excluded.token, owner = excluded.owner, expires_at = excluded.expires_at
                    WHERE lease.expires_at <= ? OR lease.expires_at > ?
                    """
            )
            let digest = key.digestData
            try statement.execute(
                arguments: [
                    digest, lease.token, owner, (now + duration).milliseconds, now.milliseconds,
                    (now + IndexStoreLimits.leaseDuration).milliseconds,
                ]
            )
            if database.changesCount == 1 { return .acquired(lease) }
            guard
                let row = try Row.fetchOne(
                    database,
                    sql: "SELECT owner, expires_at FROM lease WHERE digest = ?",
                    arguments: [digest]
                )
            else {
                throw IndexStoreError(.failed, "SQLite refused a lease that nobody holds.")
            }
            return .held(owner: row[0], remaining: max(.zero, Timestamp(milliseconds: row[1]) - now))
        }
    }

    package func renew(_ leases: [Lease], duration: Duration) async throws -> Set<Lease> {
        if leases.isEmpty { return [] }
        let expiry = (now() + duration).milliseconds
        return try await write { database in
            let statement = try database.cachedStatement(
                sql: "UPDATE lease SET expires_at = ? WHERE digest = ? AND token = ?"
            )
            return try Set(
                leases.filter { lease in
                    try statement.execute(arguments: [expiry, lease.key.digestData, lease.token])
                    return database.changesCount == 1
                }
            )
        }
    }

    package func release(_ lease: Lease) async throws {
        _ = try await write { try Self.release(lease, in: $0) }
    }

    /// Deletes a lease, and returns whether the caller held it.
    static func release(_ lease: Lease, in database: Database) throws -> Bool {
        let statement = try database.cachedStatement(sql: "DELETE FROM lease WHERE digest = ? AND token = ?")
        try statement.execute(arguments: [lease.key.digestData, lease.token])
        return database.changesCount == 1
    }
}
