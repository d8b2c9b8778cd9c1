/// Copies the content of one store to another.
package struct StoreMove: Sendable {
    /// How many records are written at the same time.
    private static let concurrency = 8

    private let store: any IndexStore

    /// - Parameter store: The destination, whose tables exist.
    package init(to store: any IndexStore) { self.store = store }

    /// Copies records, unless they have expired or the destination has newer ones.
    ///
    /// - Parameter records: The records.
    /// - Returns: How many were written.
    /// - Throws: An ``IndexStoreError``.
    package func copy(_ records: [RecordKey: IndexRecord]) async throws -> Int {
        let known = try await store.records(for: Array(records.keys))
        let now = Timestamp.now
        var missing = records.filter { key, record in
            record.keepUntil > now && (known[key].map { $0.storedAt < record.storedAt } ?? true)
        }.makeIterator()
        return try await withThrowingTaskGroup(of: Bool.self) { [store] group in
            func start() {
                guard let (key, record) = missing.next() else { return }
                group.addTask {
                    let answer = try await store.acquireLease(for: key, owner: "move", duration: .seconds(30))
                    // A running node holds the lease and is fetching the record.
                    guard case .acquired(let lease) = answer else { return false }
                    return try await store.write(record, lease: lease)
                }
            }
            for _ in 0..<Self.concurrency { start() }
            var count = 0
            while let isWritten = try await group.next() {
                if isWritten { count += 1 }
                start()
            }
            return count
        }
    }

    /// Copies API keys.
    ///
    /// - Parameter keys: The keys.
    /// - Returns: The names of the keys that were not copied, because the destination has another key with that name.
    /// - Throws: An ``IndexStoreError``.
    package func copy(_ keys: [APIKey]) async throws -> [String] {
        var refused: [String] = []
        for key in keys {
            let isKnown = try await store.apiKeys(withHashes: [key.hash])[key.hash] != nil
            if !isKnown, try await !store.addAPIKey(key) {
                refused.append(key.name)
                continue
            }
            if let day = key.lastUsedOn { try await store.noteUse(ofAPIKey: key.hash, on: day) }
        }
        return refused
    }
}
