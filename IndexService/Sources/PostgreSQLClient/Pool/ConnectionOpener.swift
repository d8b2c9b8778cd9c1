import Dispatch
import Synchronization

/// Opens connections to the first host that takes one, beginning with the host that did so last.
final class ConnectionOpener: Sendable {
    private let hosts: [[String: String]]
    private let timeout: Duration
    private let lastHost = Mutex(0)

    init(_ configuration: PostgreSQLConfiguration) {
        hosts = configuration.hosts
        timeout = configuration.connectTimeout
    }

    /// Opens a connection.
    ///
    /// - Parameters:
    ///   - queue: A serial queue of the connection's own, on which `completion` is called once.
    ///   - completion: Gets the handle, or the error of the host that was tried last. A refusal by one host counts only if
    ///     no other is merely away.
    func open(
        on queue: DispatchQueue,
        completion: @escaping @Sendable (Result<LibPQHandle, PostgreSQLError>) -> Void
    ) {
        let first = lastHost.withLock { $0 }
        attempt(first, left: hosts.count, error: nil, on: queue, completion: completion)
    }

    private func attempt(
        _ index: Int,
        left: Int,
        error earlier: PostgreSQLError?,
        on queue: DispatchQueue,
        completion: @escaping @Sendable (Result<LibPQHandle, PostgreSQLError>) -> Void
    ) {
        ConnectionAttempt.start(hosts[index], timeout: timeout, on: queue) { [self] result in
            switch result {
            case .success:
                lastHost.withLock { $0 = index }
                completion(result)
            case .failure(let error):
                let worst = earlier.map { $0.isTransient ? $0 : error } ?? error
                guard left > 1 else { return completion(.failure(worst)) }
                let next = (index + 1) % hosts.count
                attempt(next, left: left - 1, error: worst, on: queue, completion: completion)
            }
        }
    }
}
