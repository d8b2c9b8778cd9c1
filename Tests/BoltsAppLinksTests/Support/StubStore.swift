@_spi(Bolts) import BoltsAppLinks
@_spi(Bolts) import BoltsPageFetching
import BoltsTasks
import Foundation
import Synchronization

/// A store that keeps JSON, like one outside the process, and completes or fails when the test says so.
final class StubStore: CacheStoring {
    private struct State {
        var data: [String: Data] = [:]
        var error: Fault?
        var loads: [CancellationToken] = []
        /// Set while calls are held back.
        var gate: TaskCompletionSource<Void>?
    }

    private let state = Mutex(State())

    /// The error of every call, or `nil` if none fails.
    var error: Fault? {
        get { state.withLock { $0.error } }
        set { state.withLock { $0.error = newValue } }
    }

    var loads: [CancellationToken] { state.withLock { $0.loads } }

    var keys: [String] { state.withLock { $0.data.keys.sorted() } }

    /// Holds back the completion of calls until the source is completed.
    func close() -> TaskCompletionSource<Void> {
        let gate = TaskCompletionSource<Void>()
        state.withLock { $0.gate = gate }
        return gate
    }

    func open() { state.withLock { $0.gate = nil } }

    private func run<Value: Sendable>(_ work: @escaping @Sendable (inout State) throws -> Value) -> BoltsTask<Value> {
        let gate = state.withLock { $0.gate?.task } ?? BoltsTask(result: ())
        return gate.continueOnSuccessWith(.immediate) {
            try self.state.withLock { state in
                if let error = state.error { throw error }
                return try work(&state)
            }
        }
    }

    func entry(for key: String, cancellationToken: CancellationToken) -> BoltsTask<CacheEntry<ResolvedLink>?> {
        state.withLock { $0.loads.append(cancellationToken) }
        return run { try $0.data[key].map { try JSONDecoder().decode(CacheEntry<ResolvedLink>.self, from: $0) } }
    }

    func store(_ entry: CacheEntry<ResolvedLink>, for key: String) -> BoltsTask<Void> {
        run { $0.data[key] = try JSONEncoder().encode(entry) }
    }

    func removeEntry(for key: String) -> BoltsTask<Void> { run { $0.data[key] = nil } }

    func removeAllEntries() -> BoltsTask<Void> { run { $0.data = [:] } }
}
