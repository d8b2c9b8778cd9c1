import BoltsBase
import BoltsTasks
import Synchronization

/// The default store: a bounded number of entries in memory, of which the least recently used is removed first.
///
/// Entries are released outside the lock, because they may contain errors of the user's own types.
final class MemoryAppLinkCacheStore: AppLinkCacheStore {
    private let entries: Mutex<LeastRecentlyUsed<String, AppLinkCacheEntry>>
    private let capacity: Int
    private let byteCapacity: Int

    init(capacity: Int, byteCapacity: Int) {
        self.capacity = capacity
        self.byteCapacity = byteCapacity
        entries = Mutex(LeastRecentlyUsed(capacity: capacity, costLimit: byteCapacity))
    }

    /// The number of entries.
    var count: Int { entries.withLock { $0.count } }

    /// The estimated size of all entries, in bytes.
    var byteCount: Int { entries.withLock { $0.cost } }

    func entry(for key: String, cancellationToken: CancellationToken) -> BoltsTask<AppLinkCacheEntry?> {
        BoltsTask(result: entries.withLock { $0.use(key) })
    }

    func store(_ entry: AppLinkCacheEntry, for key: String) -> BoltsTask<Void> {
        let cost = entry.byteCount + key.utf8.count
        let dropped = entries.withLock { $0.set(entry, for: key, cost: cost) }
        withExtendedLifetime(dropped) {}
        return BoltsTask(result: ())
    }

    func removeEntry(for key: String) -> BoltsTask<Void> {
        let removed = entries.withLock { $0.remove(key) }
        withExtendedLifetime(removed) {}
        return BoltsTask(result: ())
    }

    func removeAllEntries() -> BoltsTask<Void> {
        let empty = LeastRecentlyUsed<String, AppLinkCacheEntry>(capacity: capacity, costLimit: byteCapacity)
        let removed = entries.withLock { entries in
            let removed = entries
            entries = empty
            return removed
        }
        withExtendedLifetime(removed) {}
        return BoltsTask(result: ())
    }
}
