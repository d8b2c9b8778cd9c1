package import LinkIndex
import Synchronization

/// Passes every call to another store, counts the calls by name, and can fail them.
package final class CountingStore: IndexStore {
    private let store: any IndexStore
    private let counts = Mutex<[String: Int]>([:])
    private let recordedUses = Mutex<[RecordKey: Int]>([:])
    private let away = Mutex(false)
    private let stuck = Mutex(false)
    private let beforeUses = Mutex<(@Sendable () async throws -> Void)?>(nil)

    /// Creates a store that counts.
    ///
    /// - Parameter store: The store that does the work.
    package init(_ store: any IndexStore) { self.store = store }

    /// How often each function was called.
    package var calls: [String: Int] { counts.withLock { $0 } }

    /// The sum of the uses that were recorded of each record.
    package var uses: [RecordKey: Int] { recordedUses.withLock { $0 } }

    /// Starts to count again.
    package func reset() { counts.withLock { $0 = [:] } }

    /// Whether every counted call fails, as if the database were unreachable.
    package var isAway: Bool {
        get { away.withLock { $0 } }
        set { away.withLock { $0 = newValue } }
    }

    /// Calls a closure before uses are recorded the next time.
    package func beforeNextUses(_ body: @escaping @Sendable () async throws -> Void) {
        beforeUses.withLock { $0 = body }
    }

    /// Whether every counted call, and a ping, waits until it is cancelled, as if the database had stopped.
    package var isStuck: Bool {
        get { stuck.withLock { $0 } }
        set { stuck.withLock { $0 = newValue } }
    }

    private func count(_ name: String) async throws {
        counts.withLock { $0[name, default: 0] += 1 }
        while isStuck { try await Task.sleep(for: .milliseconds(5)) }
        if isAway { throw IndexStoreError(.unavailable, "The database is away.") }
    }

    package func records(for keys: [RecordKey]) async throws -> [RecordKey: IndexRecord] {
        try await count("records")
        return try await store.records(for: keys)
    }

    package func write(_ record: IndexRecord, lease: Lease) async throws -> Bool {
        try await count("write")
        return try await store.write(record, lease: lease)
    }

    package func removeRecords(for keys: [RecordKey]) async throws {
        try await count("removeRecords")
        try await store.removeRecords(for: keys)
    }

    package func recordUses(_ uses: [RecordKey: Int], rule: RenewalRule?) async throws {
        try await count("recordUses")
        try await beforeUses.withLock { $0.take() }?()
        try await store.recordUses(uses, rule: rule)
        recordedUses.withLock { $0.merge(uses, uniquingKeysWith: +) }
    }

    package func claimRenewals(limit: Int, before time: Duration) async throws -> [RecordKey] {
        try await count("claimRenewals")
        return try await store.claimRenewals(limit: limit, before: time)
    }

    package func deleteExpired(limit: Int) async throws -> Int {
        try await count("deleteExpired")
        return try await store.deleteExpired(limit: limit)
    }

    package func acquireLease(for key: RecordKey, owner: String, duration: Duration) async throws -> LeaseAnswer {
        try await count("acquireLease")
        return try await store.acquireLease(for: key, owner: owner, duration: duration)
    }

    package func renew(_ leases: [Lease], duration: Duration) async throws -> Set<Lease> {
        try await count("renew")
        return try await store.renew(leases, duration: duration)
    }

    package func release(_ lease: Lease) async throws {
        try await count("release")
        try await store.release(lease)
    }

    package func apiKeys(withHashes hashes: [[UInt8]]) async throws -> [[UInt8]: APIKey] {
        try await count("apiKeys(withHashes:)")
        return try await store.apiKeys(withHashes: hashes)
    }

    package func noteUse(ofAPIKey hash: [UInt8], on day: Timestamp) async throws {
        try await count("noteUse")
        try await store.noteUse(ofAPIKey: hash, on: day)
    }

    package func addAPIKey(_ key: APIKey) async throws -> Bool { try await store.addAPIKey(key) }

    package func apiKeys() async throws -> [APIKey] { try await store.apiKeys() }

    package func revokeAPIKey(named name: String) async throws -> Bool { try await store.revokeAPIKey(named: name) }

    package func migrate() async throws { try await store.migrate() }

    package func ping() async throws {
        while isStuck { try await Task.sleep(for: .milliseconds(5)) }
        try await store.ping()
    }

    package func close() async { await store.close() }
}
