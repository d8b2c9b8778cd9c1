internal import Synchronization

/// A dictionary whose keys are the numbers of tasks; threads that work on different tasks rarely contend for a lock.
struct ShardedDictionary<Value: Sendable>: Sendable {
    private final class Shard: Sendable {
        let values = Mutex<[UInt64: Value]>([:])
    }

    private let shards = (0..<16).map { _ in Shard() }

    private func shard(_ key: UInt64) -> Shard { shards[Int(key % 16)] }

    func value(for key: UInt64) -> Value? { shard(key).values.withLock { $0[key] } }

    // Replaced and removed values are released outside the lock, because releasing one may run other code.

    func set(_ value: Value, for key: UInt64) {
        let replaced = shard(key).values.withLock { $0.updateValue(value, forKey: key) }
        withExtendedLifetime(replaced) {}
    }

    func remove(_ key: UInt64) -> Value? { shard(key).values.withLock { $0.removeValue(forKey: key) } }
}
