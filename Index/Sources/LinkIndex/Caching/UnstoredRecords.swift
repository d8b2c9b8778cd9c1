import Logging
import Synchronization

/// Records that were fetched while the database was unavailable, until the database accepts them.
///
/// Their total size is bounded: further records are dropped, and are fetched again when they are requested.
final class UnstoredRecords: Sendable {
    /// A record, and when its fetch began.
    struct Item: Sendable {
        let record: IndexRecord
        let begin: Timestamp
    }

    private struct State {
        var items: [RecordKey: Item] = [:]
        var byteCount = 0
    }

    private let store: any IndexStore
    private let node: String
    private let leaseDuration: Duration
    private let byteLimit: Int
    private let metrics: IndexMetrics
    private let logger: Logger
    private let state = Mutex(State())

    /// - Parameters:
    ///   - store: The destination of the records.
    ///   - node: The owner of the leases.
    ///   - leaseDuration: How long a lease is held for a write.
    ///   - byteLimit: How many bytes the records may have together.
    ///   - metrics: Counts the written records.
    ///   - logger: Logs how many records the database accepted.
    init(
        _ store: any IndexStore,
        node: String,
        leaseDuration: Duration,
        byteLimit: Int,
        metrics: IndexMetrics,
        logger: Logger
    ) {
        self.store = store
        self.node = node
        self.leaseDuration = leaseDuration
        self.byteLimit = byteLimit
        self.metrics = metrics
        self.logger = logger
    }

    /// The number of waiting records.
    var count: Int { state.withLock { $0.items.count } }

    /// Keeps a record, replacing an earlier one of the key, if there is room.
    func keep(_ item: Item, for key: RecordKey) {
        state.withLock { state in
            if let earlier = state.items.removeValue(forKey: key) { state.byteCount -= earlier.byteCount }
            guard state.byteCount + item.byteCount <= byteLimit else { return }
            state.items[key] = item
            state.byteCount += item.byteCount
        }
    }

    /// Drops the record of a key.
    func forget(_ key: RecordKey) { _ = take(key) }

    /// The result of an attempt to write a record.
    private enum Outcome {
        case written
        /// The database has a newer one, or the record has expired.
        case superseded
        /// A node holds the lease; it may have died.
        case held
    }

    /// Tries to write each record, until the database fails again.
    func flush() async {
        var written = 0
        for key in state.withLock({ Array($0.items.keys) }) {
            guard let item = take(key) else { continue }
            do {
                switch try await write(item, for: key) {
                case .written: written += 1
                case .superseded: break
                case .held: restore(item, for: key)
                }
            } catch {
                restore(item, for: key)
                break
            }
        }
        if written > 0 { logger.info("\(written) records, fetched while the database was unavailable, are stored now") }
    }

    /// Writes a record, unless another node has stored one since the fetch began.
    private func write(_ item: Item, for key: RecordKey) async throws -> Outcome {
        guard item.record.keepUntil > .now else { return .superseded }
        // The lease is not acquired through the cache, which would release it together with a fetch.
        let answer = try await store.acquireLease(for: key, owner: node, duration: leaseDuration)
        guard case .acquired(let lease) = answer else { return .held }
        if let stored = try await store.records(for: [key])[key], stored.storedAt >= item.begin {
            try await store.release(lease)
            return .superseded
        }
        guard try await store.write(item.record, lease: lease) else { return .held }
        metrics.wrote(item.record.payload.count)
        return .written
    }

    private func take(_ key: RecordKey) -> Item? {
        state.withLock { state in
            guard let item = state.items.removeValue(forKey: key) else { return nil }
            state.byteCount -= item.byteCount
            return item
        }
    }

    /// Keeps a record that could not be written, unless a later one has arrived.
    private func restore(_ item: Item, for key: RecordKey) {
        state.withLock { state in
            guard state.items[key] == nil else { return }
            state.items[key] = item
            state.byteCount += item.byteCount
        }
    }
}

extension UnstoredRecords.Item {
    fileprivate var byteCount: Int { record.payload.count + 512 }
}
