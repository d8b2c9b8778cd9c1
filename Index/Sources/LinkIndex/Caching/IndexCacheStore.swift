@_spi(Bolts) import BoltsPageFetching
import BoltsTasks
import Synchronization

/// Connects the records of a store to the library's cache: memory first, then the database, and only one fetch of a key at a time
/// among all nodes.
final class IndexCacheStore<Value: CacheableValue>: CacheStoring {
    private let kind: RecordKey.Kind
    private let parts: CacheDependencies
    private let memory: ByteBoundedCache<String, CacheEntry<Value>>
    /// The running fetches, by key.
    private let fetches = Mutex<[String: Fetch]>([:])

    private struct Fetch {
        let begin: Timestamp
        /// Whether the database failed when the lease was requested.
        var isWithoutStore = false
    }

    /// - Parameters:
    ///   - kind: The kind of the records.
    ///   - parts: The parts that the caches of a node share.
    ///   - byteCapacity: How many bytes the entries in memory may have.
    init(_ kind: RecordKey.Kind, _ parts: CacheDependencies, byteCapacity: Int) {
        self.kind = kind
        self.parts = parts
        memory = ByteBoundedCache(byteCapacity: byteCapacity)
    }

    /// How many fetches are running or waiting for their turn.
    var fetchCount: Int { fetches.withLock { $0.count } }

    /// The size of the entries in memory, in bytes.
    var byteCount: Int { memory.byteCount }

    func entry(for key: String, cancellationToken: CancellationToken) -> BoltsTask<CacheEntry<Value>?> {
        parts.uses.count(kind, key)
        if let entry = memory.value(for: key), entry.freshUntil > Timestamp.now.duration {
            return BoltsTask(result: entry)
        }
        return BoltsTask(cancellationToken: cancellationToken) { try await self.load(key) }
    }

    private func load(_ key: String) async throws -> CacheEntry<Value>? {
        guard let record = try await parts.loader.value(for: RecordKey(kind, key)) else { return nil }
        guard let entry: CacheEntry<Value> = parts.coding.entry(of: record) else {
            // A record of this version's form that cannot be read is useless to every version.
            if record.format == Int16(Value.formatVersion) {
                try await parts.answering.call { [kind] in try await $0.removeRecords(for: [RecordKey(kind, key)]) }
            }
            return nil
        }
        keep(entry, for: key)
        return entry
    }

    private func keep(_ entry: CacheEntry<Value>, for key: String) {
        memory.set(entry, for: key, byteCount: entry.byteCount + key.utf8.count)
    }

    // MARK: - Taking turns

    func beginFetch(
        for key: String,
        replacing entry: CacheEntry<Value>?,
        cancellationToken: CancellationToken
    ) -> BoltsTask<CacheEntry<Value>?> {
        BoltsTask(cancellationToken: cancellationToken) {
            self.fetches.withLock { $0[key] = Fetch(begin: .now) }
            // If the fetch was cancelled before, the cache has already called `endFetch`.
            if cancellationToken.isCancellationRequested {
                self.fetches.withLock { $0[key] = nil }
                throw CancellationError()
            }
            let turn = try await self.turn(for: key, replacing: entry, cancellationToken)
            // The cache calls `endFetch` only after a fetch.
            if turn != nil { self.fetches.withLock { $0[key] = nil } }
            return turn
        }
    }

    private func turn(
        for key: String,
        replacing entry: CacheEntry<Value>?,
        _ token: CancellationToken
    ) async throws -> CacheEntry<Value>? {
        let recordKey = RecordKey(kind, key)
        var pause = Duration.milliseconds(10)
        while true {
            switch try await acquire(recordKey, key) {
            case .acquired(let lease):
                // If the fetch was cancelled meanwhile, the cache has already called `endFetch`.
                if token.isCancellationRequested {
                    await parts.leases.release(lease)
                    throw CancellationError()
                }
                // Another node may have stored it since the look-up.
                if let newer = try await newer(key, than: entry) {
                    await parts.leases.release(lease)
                    return newer
                }
                return nil
            case .held:
                // A node that dies does not release its lease, so this node tries to acquire it too, but less often than it reads
                // the record.
                for _ in 0..<4 {
                    try await Task.sleep(for: pause * Double.random(in: 0.5...1.5))
                    pause = min(pause * 2, .milliseconds(200))
                    if let newer = try await newer(key, than: entry) { return newer }
                }
            }
        }
    }

    private func acquire(_ recordKey: RecordKey, _ key: String) async throws -> LeaseAnswer {
        do {
            return try await parts.leases.acquire(recordKey)
        } catch let error as IndexStoreError {
            fetches.withLock { $0[key]?.isWithoutStore = true }
            throw error
        }
    }

    private func newer(_ key: String, than entry: CacheEntry<Value>?) async throws -> CacheEntry<Value>? {
        guard let stored = try await load(key) else { return nil }
        // Stored times are whole milliseconds, but times in memory may have fractions.
        let difference = stored.freshUntil - (entry?.freshUntil ?? .zero)
        return difference <= .milliseconds(-1) || difference >= .milliseconds(1) ? stored : nil
    }

    func endFetch(for key: String) {
        fetches.withLock { $0[key] = nil }
        guard let lease = parts.leases.lease(for: RecordKey(kind, key)) else { return }
        Task { await parts.leases.release(lease) }
    }

    // MARK: - Changes

    func store(_ entry: CacheEntry<Value>, for key: String) -> BoltsTask<Void> {
        keep(entry, for: key)
        let recordKey = RecordKey(kind, key)
        let fetch = fetches.withLock { $0[key] }
        guard let lease = parts.leases.lease(for: recordKey) else {
            // Without a lease, either the database was unavailable, or another node has fetched the record meanwhile.
            guard let fetch, fetch.isWithoutStore else { return BoltsTask(result: ()) }
            return BoltsTask { self.keepForLater(try self.parts.coding.record(of: entry), fetch, recordKey) }
        }
        return BoltsTask {
            let record = try self.parts.coding.record(of: entry)
            do {
                if try await self.parts.answering.call({ try await $0.write(record, lease: lease) }) {
                    self.parts.metrics.wrote(record.payload.count)
                }
            } catch let error as IndexStoreError {
                if let fetch { self.keepForLater(record, fetch, recordKey) }
                throw error
            }
            self.parts.leases.forget(lease)
        }
    }

    private func keepForLater(_ record: IndexRecord, _ fetch: Fetch, _ key: RecordKey) {
        parts.unstored.keep(UnstoredRecords.Item(record: record, begin: fetch.begin), for: key)
    }

    func removeEntry(for key: String) -> BoltsTask<Void> {
        memory.remove(key)
        return BoltsTask { try await self.parts.store.removeRecords(for: [RecordKey(self.kind, key)]) }
    }

    /// Empties the memory; the database serves other nodes.
    func removeAllEntries() -> BoltsTask<Void> {
        memory.removeAll()
        return BoltsTask(result: ())
    }
}
