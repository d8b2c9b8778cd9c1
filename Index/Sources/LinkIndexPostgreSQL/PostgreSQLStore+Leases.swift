package import LinkIndex
import PostgreSQLClient

extension PostgreSQLStore {
    package func acquireLease(for key: RecordKey, owner: String, duration: Duration) async throws -> LeaseAnswer {
        // A separate task is not cancelled with the caller: a cancelled call might have acquired a lease that nobody would release.
        try await Task { try await self.acquire(Lease(key: key, owner: owner), duration: duration) }.value
    }

    private func acquire(_ lease: Lease, duration: Duration) async throws -> LeaseAnswer {
        // The holder may release its lease between the two statements; then the next attempt gets it.
        for _ in 0..<10 {
            // The clock is read once, before the row is locked, so a lease that expires while this statement waits for another
            // transaction still counts as held. If the token is the same, this call was sent twice because its connection broke.
            let result = try await run(
                """
                WITH clock AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::int8 AS ms)
                INSERT INTO link_lease (digest, token, owner, expires_at)
                SELECT $1, $2::int8, $3, clock.ms + $4::int8 FROM clock
                ON CONFLICT (digest) DO UPDATE SET
                    token = excluded.token, owner = excluded.owner, expires_at = excluded.expires_at
                WHERE link_lease.expires_at <= excluded.expires_at - $4::int8
                    OR link_lease.expires_at > excluded.expires_at - $4::int8 + $5::int8
                    OR link_lease.token = excluded.token
                """,
                [
                    .bytes(lease.key.digest), .integer(lease.token), .text(lease.owner),
                    .integer(duration.wholeMilliseconds), .integer(IndexStoreLimits.leaseDuration.wholeMilliseconds),
                ],
                isRepeatable: true
            )
            if result.affectedRows == 1 { return .acquired(lease) }
            if let holder = try await holder(of: lease.key) { return holder }
        }
        throw IndexStoreError(
            .conflict,
            "PostgreSQL: a lease changed hands too often while it was asked for; ask again."
        )
    }

    private func holder(of key: RecordKey) async throws -> LeaseAnswer? {
        let result = try await run(
            """
            SELECT owner, expires_at - (extract(epoch FROM clock_timestamp()) * 1000)::int8
            FROM link_lease WHERE digest = $1
            """,
            [.bytes(key.digest)],
            isRepeatable: true
        )
        return try await storeErrors {
            guard let row = result.rows.first else { return nil }
            let owner = try row.text(0)
            return .held(owner: owner, remaining: .milliseconds(max(0, try row.integer(1))))
        }
    }

    package func renew(_ leases: [Lease], duration: Duration) async throws -> Set<Lease> {
        if leases.isEmpty { return [] }
        // The arrays are compared independently. This is correct because no two leases have the same token.
        let result = try await run(
            """
            WITH clock AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::int8 AS ms)
            UPDATE link_lease SET expires_at = clock.ms + $3 FROM clock
            WHERE digest = ANY($1::bytea[]) AND token = ANY($2::int8[]) RETURNING token
            """,
            [
                .bytesArray(leases.map(\.key.digest)), .integerArray(leases.map(\.token)),
                .integer(duration.wholeMilliseconds),
            ],
            isRepeatable: true
        )
        return try await storeErrors {
            let tokens = try Set(result.rows.map { try $0.integer(0) })
            return Set(leases.filter { tokens.contains($0.token) })
        }
    }

    package func release(_ lease: Lease) async throws {
        _ = try await run(
            "DELETE FROM link_lease WHERE digest = $1 AND token = $2",
            [.bytes(lease.key.digest), .integer(lease.token)],
            isRepeatable: true
        )
    }
}
