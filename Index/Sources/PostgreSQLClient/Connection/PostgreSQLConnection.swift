import CLibPQ
import Dispatch

/// An open connection, which runs one statement at a time.
///
/// Its state is accessed only on its queue. A statement whose caller was cancelled runs to its end, and only then is the connection
/// reported as ready; a statement that exceeds its time limit ends the connection.
final class PostgreSQLConnection: @unchecked Sendable {
    /// The events for the owner, on the connection's queue.
    struct Handlers: Sendable {
        /// The connection is ready for another statement; `false` if it has not run the last one that it was given.
        let ready: @Sendable (PostgreSQLConnection, Bool) -> Void
        /// The connection cannot be used any more.
        ///
        /// This is called once.
        let closed: @Sendable (PostgreSQLConnection, PostgreSQLError?) -> Void
    }

    /// A running statement.
    private final class Run {
        var continuation: CheckedContinuation<PostgreSQLResult, any Error>?
        var isAbandoned = false
        var result: Result<PostgreSQLResult, PostgreSQLError>?
    }

    /// Refers to a run from outside the queue.
    private final class RunReference: @unchecked Sendable {
        let run = Run()
    }

    /// The index of the connection's host among those of the URL.
    let host: Int
    /// Whether a statement was answered; for the handlers.
    private(set) var hasRun = false

    private let queue: DispatchQueue
    private let handle: LibPQHandle
    private let handlers: Handlers
    private let timer: any DispatchSourceTimer
    /// The time limit for the running statement.
    private var deadline = DispatchTime.distantFuture
    private var reading: SocketReadiness?
    private var writing: SocketReadiness?
    private var run: Run?
    private var isClosed = false

    /// Creates a connection from a connected handle.
    ///
    /// Call ``activate()`` before anything else.
    init(_ handle: LibPQHandle, host: Int, queue: DispatchQueue, handlers: Handlers) {
        self.handle = handle
        self.host = host
        self.queue = queue
        self.handlers = handlers
        timer = DispatchSource.makeTimerSource(queue: queue)
    }

    /// Starts to watch the socket, on the connection's queue.
    ///
    /// - Returns: Whether the connection can be used. If it cannot, it is closed, and the owner gets no other event.
    func activate() -> Bool {
        timer.setEventHandler { [weak self] in self?.timeIsUp() }
        timer.schedule(deadline: .distantFuture)
        timer.resume()
        PQsetErrorVerbosity(handle.pointer, PQERRORS_DEFAULT)
        reading = SocketReadiness(handle.socket, for: .read, on: queue) { [weak self] in self?.receive() }
        if PQsetnonblocking(handle.pointer, 1) == 0, reading != nil { return true }
        isClosed = true
        stopWatching()
        return false
    }

    /// Runs a statement and returns its result.
    ///
    /// When the calling task is cancelled, this throws `CancellationError` at once, and the statement continues.
    func run(_ statement: PostgreSQLStatement, timeout: Duration) async throws -> PostgreSQLResult {
        let reference = RunReference()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async { [self] in
                    reference.run.continuation = continuation
                    start(statement, reference.run, timeout)
                }
            }
        } onCancel: {
            queue.async { [self] in abandon(reference.run) }
        }
    }

    /// Closes the connection.
    ///
    /// A running statement fails.
    func close() {
        queue.async { [self] in end(nil) }
    }

    private func start(_ statement: PostgreSQLStatement, _ run: Run, _ timeout: Duration) {
        guard !run.isAbandoned else {
            run.continuation?.resume(throwing: CancellationError())
            return isClosed ? () : handlers.ready(self, false)
        }
        guard !isClosed else {
            let error = PostgreSQLError(.connectionLost, "the server closed the connection")
            run.continuation?.resume(throwing: error)
            return
        }
        self.run = run
        deadline = .now() + timeout.dispatchInterval
        timer.schedule(deadline: deadline)
        guard handle.send(statement) else {
            return end(PostgreSQLError(.connectionLost, firstLine(handle.message)))
        }
        flush()
    }

    private func abandon(_ run: Run) {
        run.isAbandoned = true
        guard let continuation = run.continuation, self.run === run else { return }
        run.continuation = nil
        continuation.resume(throwing: CancellationError())
    }

    private func flush() {
        guard !isClosed else { return }
        switch PQflush(handle.pointer) {
        case 0:
            writing?.cancel()
            writing = nil
        case 1:
            if writing == nil {
                writing = SocketReadiness(handle.socket, for: .write, on: queue) { [weak self] in self?.flush() }
            }
            if writing == nil { end(PostgreSQLError(.connectionLost, "the process has no file descriptor left")) }
        default:
            end(PostgreSQLError(.connectionLost, firstLine(handle.message)))
        }
    }

    /// Reads everything that has arrived, because Dispatch reports a socket that the other side closed only once, together with the
    /// last bytes.
    private func receive() {
        repeat { receiveSome() } while !isClosed && handle.isReadable
    }

    private func receiveSome() {
        guard !isClosed else { return }
        guard PQconsumeInput(handle.pointer) == 1 else {
            return end(PostgreSQLError(.connectionLost, firstLine(handle.message)))
        }
        if writing != nil { flush() }
        // Messages are read even if no statement is running: changed parameters, or the notice that the server is ending the
        // connection.
        while !isClosed, PQisBusy(handle.pointer) == 0 {
            guard let run else { return }
            guard let result = PQgetResult(handle.pointer) else { return finish(run) }
            // A statement has one result; if a broken server sends more, the first error is kept.
            if case .failure = run.result { PQclear(result) } else { run.result = LibPQResult.take(result) }
            // libpq would return the start of a copy again and again.
            if case .failure(let error) = run.result, error.code == .unexpectedResult { return finish(run) }
        }
    }

    private func finish(_ run: Run) {
        self.run = nil
        timer.schedule(deadline: .distantFuture)
        let result = run.result ?? .failure(PostgreSQLError(.connectionLost, "the server sent no result"))
        if case .failure(let error) = result, error.isServersEnd || error.code != .server {
            end(error)
        } else if !handle.isUsable || !handle.isClean {
            end(PostgreSQLError(.connectionLost, "the connection is not in its normal state"))
        } else {
            hasRun = true
            // The connection is reported as ready before its caller continues, so that the caller's next statement can use it.
            handlers.ready(self, true)
        }
        run.continuation?.resume(with: result.mapError { $0 as any Error })
        run.continuation = nil
    }

    private func timeIsUp() {
        guard run != nil, !isClosed else { return }
        // Dispatch may have called this for the previous statement, just when that one ended.
        guard deadline <= .now() else { return timer.schedule(deadline: deadline) }
        handle.requestCancel()
        end(PostgreSQLError(.statementTimedOut, "the database did not answer a statement in time"))
    }

    private func end(_ error: PostgreSQLError?) {
        guard !isClosed else { return }
        isClosed = true
        stopWatching()
        let run = self.run
        self.run = nil
        handlers.closed(self, error)
        run?.continuation?.resume(throwing: error ?? PostgreSQLError(.closed, "the pool of connections was closed"))
        run?.continuation = nil
    }

    private func stopWatching() {
        timer.cancel()
        reading?.cancel()
        writing?.cancel()
        reading = nil
        writing = nil
        handle.close()
    }

    private func firstLine(_ message: String) -> String {
        message.split(separator: "\n").first.map(String.init) ?? "the server closed the connection"
    }
}
