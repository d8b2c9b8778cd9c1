import BoltsBase
import Synchronization

/// A memory cache with a limit in bytes; the least recently used value is removed first.
///
/// Every call takes constant time. Removed values are released outside the lock.
package final class ByteBoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let state: Mutex<LeastRecentlyUsed<Key, Value>>

    /// Creates a cache.
    ///
    /// - Parameter byteCapacity: The maximum total size of all values, in bytes. With zero, nothing is kept.
    package init(byteCapacity: Int) { state = Mutex(LeastRecentlyUsed(costLimit: byteCapacity)) }

    /// The total size of all values, in bytes.
    package var byteCount: Int { state.withLock { $0.cost } }

    /// The number of values.
    package var count: Int { state.withLock { $0.count } }

    /// Returns a value, and marks it as used.
    ///
    /// - Parameter key: Its key.
    /// - Returns: The value, or `nil` if there is none.
    package func value(for key: Key) -> Value? { state.withLock { $0.use(key) } }

    /// Sets a value in place of an earlier one.
    ///
    /// - Parameters:
    ///   - value: The value. It is not kept if it is larger than the capacity.
    ///   - key: Its key.
    ///   - byteCount: Its size, including the key.
    package func set(_ value: Value, for key: Key, byteCount: Int) {
        let removed = state.withLock { $0.set(value, for: key, cost: max(1, byteCount)) }
        withExtendedLifetime(removed) {}
    }

    /// Removes a value.
    package func remove(_ key: Key) {
        let removed = state.withLock { $0.remove(key) }
        withExtendedLifetime(removed) {}
    }

    /// Removes every value.
    package func removeAll() {
        let removed = state.withLock { list in
            let removed = list
            list = LeastRecentlyUsed(costLimit: removed.costLimit)
            return removed
        }
        withExtendedLifetime(removed) {}
    }
}
