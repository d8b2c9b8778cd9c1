import Dispatch

/// Compares files one pair after another on a thread of its own, so that nobody else waits for a processor because of strangers' files.
struct ComparisonQueue: Sendable {
    private let queue = DispatchQueue(label: "applinks-index.comparison", qos: .utility)

    /// Runs work.
    ///
    /// - Parameter work: The work. It is not cancelled; it is bounded itself.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws.
    func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: work)) }
        }
    }
}
