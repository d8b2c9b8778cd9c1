import LinkIndex

/// Checks whether the store responds, one check at a time, however many requests wait for the result.
///
/// `/ready` needs no key and has no limit, so its requests must not take the database's connections from others.
actor StoreCheck {
    private let store: any IndexStore
    private let limit: Duration
    private var running: Task<(any Error)?, Never>?

    /// - Parameters:
    ///   - store: The store.
    ///   - limit: How long a request waits for the result. Load balancers give up after a second or two.
    init(_ store: any IndexStore, limit: Duration = .seconds(1)) {
        self.store = store
        self.limit = limit
    }

    /// Returns why the store does not respond, or `nil` if it does.
    func failure() async -> (any Error)? {
        let question = running ?? ask()
        let (answers, answer) = AsyncStream<(any Error)?>.makeStream()
        let wait = Task { answer.yield(await question.value) }
        let timer = Task { [limit] in
            try await Task.sleep(for: limit)
            answer.yield(IndexStoreError(.timedOut, "The database did not answer within \(limit)."))
        }
        defer {
            wait.cancel()
            timer.cancel()
        }
        for await failure in answers { return failure }
        return CancellationError()
    }

    private func ask() -> Task<(any Error)?, Never> {
        let task = Task { [store] () -> (any Error)? in
            // `defer` is used instead of a variable for the error: Swift 6.3.1's optimizer would return the variable uninitialized.
            defer { self.ended() }
            do { try await store.ping() } catch { return error }
            return nil
        }
        running = task
        return task
    }

    private func ended() { running = nil }
}
