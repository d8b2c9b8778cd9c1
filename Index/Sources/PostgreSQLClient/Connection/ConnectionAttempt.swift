import CLibPQ
import Dispatch

/// Opens a connection to one host.
///
/// Everything happens on one queue, which libpq may block during a name look-up.
final class ConnectionAttempt: @unchecked Sendable {
    typealias Completion = @Sendable (Result<LibPQHandle, PostgreSQLError>) -> Void

    private let queue: DispatchQueue
    private let host: [String: String]
    private var completion: Completion?
    private var handle: LibPQHandle?
    private var readiness: SocketReadiness?
    private var timer: DispatchWorkItem?

    private init(_ host: [String: String], queue: DispatchQueue, completion: @escaping Completion) {
        self.host = host
        self.queue = queue
        self.completion = completion
    }

    /// Starts to connect.
    ///
    /// - Parameters:
    ///   - host: libpq's parameters.
    ///   - timeout: How long the whole attempt may take.
    ///   - queue: A serial queue.
    ///   - completion: Called once, on the queue.
    static func start(
        _ host: [String: String],
        timeout: Duration,
        on queue: DispatchQueue,
        completion: @escaping Completion
    ) {
        let attempt = ConnectionAttempt(host, queue: queue, completion: completion)
        queue.async { attempt.begin(timeout) }
    }

    private func begin(_ timeout: Duration) {
        let timer = DispatchWorkItem { [self] in
            finish(.failure(PostgreSQLError(.connectionFailed, "connecting took longer than \(timeout)")))
        }
        self.timer = timer
        queue.asyncAfter(deadline: .now() + timeout.dispatchInterval, execute: timer)
        guard let handle = LibPQHandle(connecting: host) else {
            return finish(.failure(PostgreSQLError(.connectionFailed, "libpq has no memory left")))
        }
        self.handle = handle
        guard handle.isUsable else { return fail() }
        wait(.write)
    }

    private func wait(_ direction: SocketReadiness.Direction) {
        guard let handle else { return }
        readiness = SocketReadiness(handle.socket, for: direction, on: queue) { [self] in
            readiness?.cancel()
            readiness = nil
            poll()
        }
        if readiness == nil {
            finish(.failure(PostgreSQLError(.connectionFailed, "the process has no file descriptor left")))
        }
    }

    private func poll() {
        guard let handle, completion != nil else { return }
        switch PQconnectPoll(handle.pointer) {
        case PGRES_POLLING_READING: wait(.read)
        case PGRES_POLLING_WRITING: wait(.write)
        case PGRES_POLLING_OK: finish(.success(handle))
        default: fail()
        }
    }

    private func fail() {
        finish(.failure(handle?.connectionFailure() ?? PostgreSQLError(.connectionFailed, "no connection")))
    }

    private func finish(_ result: Result<LibPQHandle, PostgreSQLError>) {
        guard let completion else { return }
        self.completion = nil
        timer?.cancel()
        timer = nil
        readiness?.cancel()
        readiness = nil
        if case .failure = result { handle?.close() }
        handle = nil
        completion(result)
    }
}

extension Duration {
    /// The duration for Dispatch, which counts in nanoseconds.
    var dispatchInterval: DispatchTimeInterval {
        let (seconds, attoseconds) = components
        let (product, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isStillTooLong) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return isTooLong || isStillTooLong ? .never : .nanoseconds(Int(sum))
    }
}
