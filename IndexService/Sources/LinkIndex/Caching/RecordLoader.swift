import Synchronization

/// Loads records, and combines the requests that arrive while queries run into the next query.
final class RecordLoader: Sendable {
    private struct State {
        var waiting: [RecordKey: [CheckedContinuation<IndexRecord?, any Error>]] = [:]
        var queries = 0
    }

    private let store: any IndexStore
    private let queryLimit: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - store: The store.
    ///   - queryLimit: How many queries run at the same time.
    init(_ store: any IndexStore, queryLimit: Int = 4) {
        self.store = store
        self.queryLimit = max(1, queryLimit)
    }

    /// Loads the record of a key.
    func record(for key: RecordKey) async throws -> IndexRecord? {
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

    /// Runs queries until nothing waits.
    private func run() async {
        while let batch = next() {
            do {
                let records = try await store.records(for: Array(batch.keys))
                for (key, waiters) in batch { for waiter in waiters { waiter.resume(returning: records[key]) } }
            } catch {
                for waiters in batch.values { for waiter in waiters { waiter.resume(throwing: error) } }
            }
        }
    }

    private func next() -> [RecordKey: [CheckedContinuation<IndexRecord?, any Error>]]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.queries -= 1
                return nil
            }
            var batch: [RecordKey: [CheckedContinuation<IndexRecord?, any Error>]] = [:]
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
