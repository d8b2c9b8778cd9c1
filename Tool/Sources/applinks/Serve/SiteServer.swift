import FlyingFox
import FlyingSocks
import Foundation

/// Serves a site's folder on the loopback interface until the process is told to end.
struct SiteServer {
    private enum Event: Sendable {
        case listening
        case ended
    }

    let handler: SiteHandler
    /// The port to listen at; 0 takes a free one.
    let port: UInt16

    /// Serves until SIGINT or SIGTERM arrives.
    ///
    /// - Parameter ready: Called once with the address, such as `http://127.0.0.1:8080`, when clients can connect.
    /// - Throws: ``InputError`` if the port cannot be listened at.
    func run(_ ready: (String) -> Void) async throws {
        let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: port)
        let server = HTTPServer(address: address, timeout: 60, logger: .disabled, handler: handler)
        let signals = EndSignals()
        do {
            try await withThrowingTaskGroup(of: Event.self) { group in
                group.addTask {
                    try await server.run()
                    return .ended
                }
                group.addTask {
                    // If the port is taken, `run` fails first.
                    try await server.waitUntilListening(timeout: 3_600)
                    return .listening
                }
                group.addTask { [monitor = handler.monitor] in
                    try await monitor.run()
                    return .ended
                }
                group.addTask {
                    await signals.wait()
                    return .ended
                }
                while try await group.next() == .listening {
                    if case .ip4(_, let port)? = await server.listeningAddress { ready("http://127.0.0.1:\(port)") }
                }
                group.cancelAll()
            }
        } catch SocketError.failed(_, _, let message) {
            throw InputError(
                "port \(port) of 127.0.0.1 cannot be listened at: \(message); choose another with --port, or a free one "
                    + "with --port 0"
            )
        }
    }
}
