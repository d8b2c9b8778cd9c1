import Dispatch
import Synchronization

/// Opens connections to the first host that accepts one, beginning with the host of the last useful connection.
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
    ///   - queue: The connection's own serial queue, on which `completion` is called once.
    ///   - completion: Receives the handle and the number of its host, or the error of the last host. A refusal by one host
    ///     counts only if no other host is down.
    func open(
        on queue: DispatchQueue,
        completion: @escaping @Sendable (Result<(LibPQHandle, host: Int), PostgreSQLError>) -> Void
    ) {
        let first = lastHost.withLock { $0 }
        attempt(first, left: hosts.count, error: nil, on: queue, completion: completion)
    }

    /// Makes further attempts begin with the host after this one.
    ///
    /// A pooler accepts connections for an unavailable database, and a server that became a replica rejects statements that
    /// write.
    ///
    /// - Parameter host: The index of a host whose connection was useless.
    func leave(_ host: Int) {
        lastHost.withLock { if $0 == host { $0 = (host + 1) % hosts.count } }
    }

    private func attempt(
        _ index: Int,
        left: Int,
        error earlier: PostgreSQLError?,
        on queue: DispatchQueue,
        completion: @escaping @Sendable (Result<(LibPQHandle, host: Int), PostgreSQLError>) -> Void
    ) {
        ConnectionAttempt.start(hosts[index], timeout: timeout, on: queue) { [self] result in
            switch result {
            case .success(let handle):
                lastHost.withLock { $0 = index }
                completion(.success((handle, index)))
            case .failure(let error):
                let worst = earlier.map { $0.isTransient ? $0 : error } ?? error
                guard left > 1 else { return completion(.failure(worst)) }
                let next = (index + 1) % hosts.count
                attempt(next, left: left - 1, error: worst, on: queue, completion: completion)
            }
        }
    }
}
