#if canImport(Combine)
/// The state machine of a subscription to a task: it sends one value, once the value exists and was requested, or a failure.
///
/// A plain value without a lock. The caller that gets a value other than `nil` calls the subscriber.
struct TaskSubscriptionState<Success: Sendable>: Sendable {
    private var isRequested = false
    private var outcome: Result<Success, any Error>?
    private(set) var isEnded = false

    /// The subscriber requested values.
    mutating func request() -> Result<Success, any Error>? {
        isRequested = true
        return next()
    }

    mutating func receive(_ outcome: Result<Success, any Error>) -> Result<Success, any Error>? {
        self.outcome = outcome
        return next()
    }

    /// The subscriber cancelled; nothing more is sent.
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
