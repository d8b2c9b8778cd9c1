import BoltsBase
package import BoltsTasks
import Synchronization

/// A store of a ``ResourceCache`` in memory: a bounded number of entries, of which the least recently used is removed first.
///
/// Entries are released outside the lock, because they may contain errors of the user's own types.
package final class MemoryCacheStore<Value: CacheableValue>: CacheStoring {
    private let entries: Mutex<LeastRecentlyUsed<String, CacheEntry<Value>>>
    private let capacity: Int
    private let byteCapacity: Int

    /// Creates a store with a limit on the number of entries, and one on their total estimated size in bytes.
    package init(capacity: Int, byteCapacity: Int) {
        self.capacity = capacity
        self.byteCapacity = byteCapacity
        entries = Mutex(LeastRecentlyUsed(capacity: capacity, costLimit: byteCapacity))
    }

    package var count: Int { entries.withLock { $0.count } }

    /// The estimated size of all entries, in bytes.
    package var byteCount: Int { entries.withLock { $0.cost } }

    package func entry(for key: String, cancellationToken: CancellationToken) -> BoltsTask<CacheEntry<Value>?> {
        BoltsTask(result: entries.withLock { $0.use(key) })
    }

    /// Stores an entry, and removes the least recently used ones until it fits.
    package func store(_ entry: CacheEntry<Value>, for key: String) -> BoltsTask<Void> {
        let cost = entry.byteCount + key.utf8.count
        let dropped = entries.withLock { $0.set(entry, for: key, cost: cost) }
        withExtendedLifetime(dropped) {}
        return BoltsTask(result: ())
    }

    package func removeEntry(for key: String) -> BoltsTask<Void> {
        let removed = entries.withLock { $0.remove(key) }
        withExtendedLifetime(removed) {}
        return BoltsTask(result: ())
    }

    package func removeAllEntries() -> BoltsTask<Void> {
        let empty = LeastRecentlyUsed<String, CacheEntry<Value>>(capacity: capacity, costLimit: byteCapacity)
        let removed = entries.withLock { entries in
            let removed = entries
            entries = empty
            return removed
        }
        withExtendedLifetime(removed) {}
        return BoltsTask(result: ())
    }
}
