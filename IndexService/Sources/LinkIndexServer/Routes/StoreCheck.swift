import LinkIndex

/// Asks the store whether it answers: one question at a time, however many requests wait for the answer.
///
/// No key and no limit protects `/ready`, so its requests must not take the database's connections from others.
actor StoreCheck {
    private let store: any IndexStore
    private var running: Task<(any Error)?, Never>?

    init(_ store: any IndexStore) { self.store = store }

    /// Returns why the store does not answer, or `nil` if it does.
    func failure() async -> (any Error)? {
        if let running { return await running.value }
        let task = Task { [store] () -> (any Error)? in
            do {
                try await store.ping()
                return nil
            } catch {
                return error
            }
        }
        running = task
        let failure = await task.value
        running = nil
        return failure
    }
}
