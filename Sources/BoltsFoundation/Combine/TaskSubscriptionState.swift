#if canImport(Combine)
/// What a subscription to a task has to say next: one value, when it is there and asked for, or one failure.
///
/// A plain value without a lock; a subscriber is called by whoever got something other than `nil`.
struct TaskSubscriptionState<Success: Sendable>: Sendable {
    private var isRequested = false
    private var outcome: Result<Success, any Error>?
    private(set) var isEnded = false

    /// The subscriber asked for values.
    mutating func request() -> Result<Success, any Error>? {
        isRequested = true
        return next()
    }

    /// The task ended.
    mutating func receive(_ outcome: Result<Success, any Error>) -> Result<Success, any Error>? {
        self.outcome = outcome
        return next()
    }

    /// The subscriber is no longer interested; there is nothing to say.
    mutating func cancel() -> Result<Success, any Error>? {
        end()
        return nil
    }

    private mutating func next() -> Result<Success, any Error>? {
        guard !isEnded, let outcome else { return nil }
        // A failure needs no demand.
        if case .success = outcome, !isRequested { return nil }
        end()
        return outcome
    }

    private mutating func end() {
        isEnded = true
        outcome = nil
    }
}
#endif
