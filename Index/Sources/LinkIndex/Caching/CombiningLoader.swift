import Synchronization

/// Loads values from the database, and combines the requests that arrive during queries into the next query.
///
/// A value that many callers request at the same time is therefore loaded once, and any number of values needs few queries.
package final class CombiningLoader<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private typealias Waiting = [Key: [CheckedContinuation<Value?, any Error>]]

    private struct State {
        var waiting: Waiting = [:]
        var queries = 0
    }

    private let queryLimit: Int
    private let load: @Sendable ([Key]) async throws -> [Key: Value]
    private let state = Mutex(State())

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - queryLimit: How many queries run at the same time.
    ///   - load: Finds the values of at most ``IndexStoreLimits/keysInOneCall`` keys; missing keys have no value.
    package init(queryLimit: Int, load: @escaping @Sendable ([Key]) async throws -> [Key: Value]) {
        self.queryLimit = max(1, queryLimit)
        self.load = load
    }

    /// Loads the value of a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value, or `nil` if there is none.
    /// - Throws: The error of the query.
    package func value(for key: Key) async throws -> Value? {
        try await withCheckedThrowingContinuation { continuation in
            let starts = state.withLock { state in
                state.waiting[key, default: []].append(continuation)
                guard state.queries < queryLimit else { return false }
                state.queries += 1
                return true
            }
            if starts { Task { await run() } }
        }
    }

    /// Runs queries until no request waits.
    private func run() async {
        while let batch = next() {
            do {
                let values = try await load(Array(batch.keys))
                for (key, waiters) in batch { for waiter in waiters { waiter.resume(returning: values[key]) } }
            } catch {
                for waiters in batch.values { for waiter in waiters { waiter.resume(throwing: error) } }
            }
        }
    }

    private func next() -> Waiting? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.queries -= 1
                return nil
            }
            var batch: Waiting = [:]
            if state.waiting.count <= IndexStoreLimits.keysInOneCall {
                swap(&batch, &state.waiting)
            } else {
                for key in state.waiting.keys.prefix(IndexStoreLimits.keysInOneCall) {
                    batch[key] = state.waiting.removeValue(forKey: key)
                }
            }
            return batch
        }
    }
}
