package import LinkIndex
import Testing

extension RecordKey {
    /// Returns a key that no other test uses.
    package static func unused(_ kind: Kind = .page) -> RecordKey {
        RecordKey(kind, "https://example.com/\(UInt64.random(in: .min ... .max))")
    }
}

extension IndexRecord {
    /// Returns a record that is fresh for a minute and kept for an hour.
    package static func fresh(
        _ text: String = "{}",
        format: Int16 = 1,
        for time: Duration = .seconds(60)
    ) -> IndexRecord {
        let now = Timestamp.now
        return IndexRecord(
            format: format,
            payload: Array(text.utf8),
            storedAt: now,
            freshUntil: now + time,
            keepUntil: now + .seconds(3_600)
        )
    }

    /// Returns a record that can be deleted.
    package static func expired() -> IndexRecord {
        let then = Timestamp(milliseconds: 1_000_000)
        return IndexRecord(format: 1, payload: [1], storedAt: then, freshUntil: then, keepUntil: then)
    }
}

extension IndexStore {
    /// Acquires a lease that nobody holds.
    package func lease(_ key: RecordKey, owner: String = "a", duration: Duration = .seconds(50)) async throws -> Lease {
        let answer = try await acquireLease(for: key, owner: owner, duration: duration)
        guard case .acquired(let lease) = answer else {
            Issue.record("the lease is held: \(answer)")
            throw IndexStoreError(.conflict, "The lease is held.")
        }
        return lease
    }

    /// Waits until a lease has expired, and acquires it.
    package func leaseOnceExpired(_ key: RecordKey, owner: String) async throws -> Lease {
        while true {
            if case .acquired(let lease) = try await acquireLease(for: key, owner: owner, duration: .seconds(50)) {
                return lease
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Stores a record under a separate lease.
    package func put(_ record: IndexRecord, for key: RecordKey) async throws {
        let lease = try await lease(key)
        #expect(try await write(record, lease: lease))
    }
}
