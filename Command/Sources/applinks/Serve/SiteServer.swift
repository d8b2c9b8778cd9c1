import FlyingSocks
import Foundation

/// Serves a site's folder on the loopback interface until the process is told to end.
struct SiteServer {
    let handler: SiteHandler
    /// The port to listen at; 0 chooses a free one.
    let port: UInt16

    /// Serves until SIGINT or SIGTERM arrives.
    func run(_ ready: (String) -> Void) async throws {
        let signals = TerminationSignals()
        let pool = SocketPool.make()
        try await pool.prepare()
        let listener = try AsyncSocket(socket: try listeningSocket(), pool: pool)
        defer { try? listener.close() }
        guard case .ip4(_, let port) = try listener.socket.sockname() else {
            throw InputError("127.0.0.1 cannot be listened at")
        }
        ready("http://127.0.0.1:\(port)")
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await pool.run() }
            group.addTask { [monitor = handler.monitor] in try await monitor.run() }
            group.addTask { [handler] in try await Self.accept(from: listener, handler) }
            group.addTask { await signals.wait() }
            // When one of the tasks ends, the others are cancelled.
            defer { group.cancelAll() }
            do {
                try await group.next()
            } catch is CancellationError {}
        }
    }

    private static func accept(from listener: AsyncSocket, _ handler: SiteHandler) async throws {
        let table = ConnectionTable()
        try await withThrowingDiscardingTaskGroup { group in
            while true {
                let socket: AsyncSocket
                do {
                    socket = try await listener.accept()
                } catch let error as SocketError where error != .disconnected {
                    // The client gave up, or the process has no free descriptors; later clients can still be served.
                    try await Task.sleep(for: .milliseconds(50))
                    continue
                }
                guard let number = table.add(socket.socket) else {
                    try? socket.close()
                    continue
                }
                group.addTask {
                    await SiteConnection(socket: socket, number: number, table: table, handler: handler).run()
                }
            }
        }
    }

    private func listeningSocket() throws -> Socket {
        let socket = try Socket(domain: Int32(AF_INET))
        do {
            try socket.setValue(true, for: .localAddressReuse)
            #if canImport(Darwin)
            try socket.setValue(true, for: .noSIGPIPE)
            #endif
            try socket.bind(to: try sockaddr_in.inet(ip4: "127.0.0.1", port: port))
            try socket.listen()
            return socket
        } catch SocketError.failed(_, _, let message) {
            try? socket.close()
            throw InputError(
                "port \(port) of 127.0.0.1 cannot be listened at: \(message); choose another with --port, or a free one "
                    + "with --port 0"
            )
        }
    }
}
