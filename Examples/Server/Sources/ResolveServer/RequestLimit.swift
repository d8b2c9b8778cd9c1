import Synchronization

/// Counts the requests that are being answered, and refuses one too many.
final class RequestLimit: Sendable {
    private let limit: Int
    private let running = Mutex(0)

    init(_ limit: Int) { self.limit = limit }

    /// Runs work if fewer than the limit run.
    ///
    /// - Returns: `nil` if too many run.
    func run<Value: Sendable>(_ work: () async throws -> Value) async rethrows -> Value? {
        let isAdmitted = running.withLock { running in
            guard running < limit else { return false }
            running += 1
            return true
        }
        guard isAdmitted else { return nil }
        defer { running.withLock { $0 -= 1 } }
        return try await work()
    }
}
