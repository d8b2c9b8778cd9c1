import Synchronization

/// Limits how many URLs wait for pages at the same time.
final class WaitingLimit: Sendable {
    private let limit: Int
    private let waiting = Mutex(0)

    /// - Parameter limit: How many may wait.
    init(_ limit: Int) { self.limit = max(1, limit) }

    /// How many URLs wait.
    var count: Int { waiting.withLock { $0 } }

    /// Runs work for some URLs, unless too many wait already.
    ///
    /// - Throws: A ``Problem`` with status 503; the error of the work.
    func run<Value: Sendable>(_ count: Int, _ work: () async throws -> Value) async throws -> Value {
        let isAdmitted = waiting.withLock { waiting in
            // If nothing waits, a request with more URLs than the limit is admitted too.
            guard waiting == 0 || waiting + count <= limit else { return false }
            waiting += count
            return true
        }
        guard isAdmitted else {
            throw Problem(
                .serviceUnavailable,
                "busy",
                "Busy",
                "Too many pages are being read. Ask again later.",
                retryAfter: 1
            )
        }
        defer { waiting.withLock { $0 -= count } }
        return try await work()
    }
}
