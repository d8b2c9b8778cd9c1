import HummingbirdTesting
import NIOCore
import Synchronization
import Testing

@testable import LinkIndexServer

@Suite(.timeLimit(.minutes(20)))
struct ConnectionShareTests {
    #if os(Linux)
    @Test func idleConnectionsOfOneAddressLeaveHalfOfThemToOthers() async throws {
        var options = IndexServerOptions()
        options.connectionLimit = 8
        // Nobody is disconnected for being slow.
        options.requestTimeout = 6_000
        try await ServerFixture.run(options) { server in
            try await server.alone { (port: Int) async throws in
                let request = "GET /health HTTP/1.1\r\nHost: a\r\n\r\n"
                var idle: [RawSocket] = []
                for _ in 0..<20 {
                    let socket = try RawSocket(port: port)
                    try socket.send(request)
                    #expect(await socket.receive().hasPrefix("HTTP/1.1 200"))
                    idle.append(socket)
                }
                for _ in 0..<3 {
                    let other = try RawSocket(port: port, from: 0x7f00_0002)
                    try other.send(request)
                    #expect(await other.receive().hasPrefix("HTTP/1.1 200"))
                    idle.append(other)
                }
                while idle.prefix(20).count(where: { $0.readsEnd() }) < 16 { await Task.yield() }
                #expect(idle.suffix(3).allSatisfy { !$0.readsEnd() })
            }
        }
    }
    #endif

    @Test func aConnectionWithARequestIsNotClosedForAnother() {
        let shares = ConnectionShares(limit: 4)
        let connections = (0..<6).map { _ in ConnectionShares.Connection { _ in } }
        for connection in connections { connection.isIdle.store(false, ordering: .relaxed) }
        for connection in connections { #expect(shares.enter(connection, of: "a") == nil) }
        connections[3].isIdle.store(true, ordering: .relaxed)
        #expect(shares.enter(ConnectionShares.Connection { _ in }, of: "b") == nil, "it has its own share")
        #expect(shares.enter(ConnectionShares.Connection { _ in }, of: "a") === connections[3])
        for connection in connections { shares.leave(connection, of: "a") }
        #expect(shares.enter(ConnectionShares.Connection { _ in }, of: "a") == nil)
    }
}
