import Synchronization

/// Calls the store for answers, so that an answer waits for a database that is down only once and for a bounded time.
///
/// After a call that took too long, or failed after a while, further calls fail at once until the database answers a ping. A
/// call that fails at once may be tried again, because that costs nothing.
package final class StoreGuard: Sendable {
    package let store: any IndexStore
    private let limit: Duration
    private let pause: Duration
    private let outage = Mutex<IndexStoreError?>(nil)

    /// - Parameters:
    ///   - store: The store.
    ///   - limit: How long a call may take.
    ///   - pause: The time between two pings.
    package init(_ store: any IndexStore, limit: Duration, pause: Duration = .seconds(1)) {
        self.store = store
        self.limit = limit
        self.pause = pause
    }

    /// Calls the store.
    ///
    /// - Parameter body: The call.
    /// - Returns: The result of the call.
    /// - Throws: The call's error; an ``IndexStoreError`` if it takes too long, or at once while the database is down.
    package func call<Value: Sendable>(
        _ body: @escaping @Sendable (any IndexStore) async throws -> Value
    ) async throws -> Value {
        if let error = outage.withLock(\.self) { throw error }
        let start = ContinuousClock.now
        do {
            return try await limited(body)
        } catch let error as IndexStoreError where error.code == .unavailable || error.code == .timedOut {
            if ContinuousClock.now - start > limit / 10 { begin(error) }
            throw error
        }
    }

    private func limited<Value: Sendable>(
        _ body: @escaping @Sendable (any IndexStore) async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { [store, limit] group in
            group.addTask { try await body(store) }
            group.addTask {
                try await Task.sleep(for: limit)
                throw IndexStoreError(.timedOut, "The database did not answer within \(limit).")
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }

    private func begin(_ error: IndexStoreError) {
        let isFirst = outage.withLock { outage in
            defer { outage = error }
            return outage == nil
        }
        if isFirst { Task { await waitForEnd() } }
    }

    private func waitForEnd() async {
        while true {
            do {
                _ = try await limited { try await $0.ping() }
                return outage.withLock { $0 = nil }
            } catch let error as IndexStoreError where error.code == .closed {
                return
            } catch {
                do { try await Task.sleep(for: pause) } catch { return }
            }
        }
    }
}
