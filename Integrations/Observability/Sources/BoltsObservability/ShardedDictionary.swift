internal import Synchronization

/// A dictionary from numbers of tasks, which threads that work on different tasks seldom wait for.
struct ShardedDictionary<Value: Sendable>: Sendable {
    private final class Shard: Sendable {
        let values = Mutex<[UInt64: Value]>([:])
    }

    private let shards = (0..<16).map { _ in Shard() }

    private func shard(_ key: UInt64) -> Shard { shards[Int(key % 16)] }

    func value(for key: UInt64) -> Value? { shard(key).values.withLock { $0[key] } }

    // A value that is replaced or removed is released by the caller, after the lock.

    func set(_ value: Value, for key: UInt64) {
        let replaced = shard(key).values.withLock { $0.updateValue(value, forKey: key) }
        withExtendedLifetime(replaced) {}
    }

    func remove(_ key: UInt64) -> Value? { shard(key).values.withLock { $0.removeValue(forKey: key) } }
}
