import Dispatch
import Foundation

/// Waits for a socket of libpq to become readable or writable.
///
/// It watches a duplicate of the descriptor, because libpq may close its own at any time, and Dispatch must not watch a descriptor
/// that is closed or was reused.
final class SocketReadiness {
    enum Direction {
        case read
        case write
    }

    private let source: any DispatchSourceProtocol

    /// Starts to watch; fails if the process has no descriptor left.
    ///
    /// - Parameters:
    ///   - socket: libpq's descriptor.
    ///   - direction: Whether to wait for reading or for writing.
    ///   - queue: Where `handler` is called.
    ///   - handler: Called each time the socket is ready, until ``cancel()``.
    init?(_ socket: Int32, for direction: Direction, on queue: DispatchQueue, handler: @escaping () -> Void) {
        let descriptor = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { return nil }
        switch direction {
        case .read: source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        case .write: source = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: queue)
        }
        source.setEventHandler(handler: handler)
        source.setCancelHandler { _ = close(descriptor) }
        source.resume()
    }

    /// Ends the wait.
    ///
    /// The handler is not called again if this is called on its queue.
    func cancel() {
        source.setEventHandler(handler: nil)
        source.cancel()
    }
}
