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
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for socket in idle.prefix(20) { group.addTask { await socket.waitForEnd() } }
                    for _ in 0..<16 { try await group.next() }
                    #expect(idle.suffix(3).allSatisfy { !$0.readsEnd() })
                    // The others end because this side does.
                    for socket in idle { socket.endSending() }
                    try await group.waitForAll()
                }
            }
        }
    }
    #endif

    @Test func aConnectionWithARequestIsNotClosedForAnother() {
        let shares = ConnectionShares(limit: 4)
        let connections = (0..<6).map { _ in ConnectionShares.Connection { _, _ in } }
        for connection in connections { connection.hasRequest.store(true, ordering: .relaxed) }
        for connection in connections { #expect(shares.enter(connection, of: "a") == nil) }
        connections[3].hasRequest.store(false, ordering: .relaxed)
        #expect(shares.enter(ConnectionShares.Connection { _, _ in }, of: "b") == nil, "it has its own share")
        #expect(shares.enter(ConnectionShares.Connection { _, _ in }, of: "a") === connections[3])
        for connection in connections { shares.leave(connection, of: "a") }
        #expect(shares.enter(ConnectionShares.Connection { _, _ in }, of: "a") == nil)
    }

    @Test func aConnectionThatIsNotClosedCountsAgainAndAnotherIsClosedForIt() {
        let shares = ConnectionShares(limit: 4)
        let connections = (0..<3).map { _ in ConnectionShares.Connection { _, _ in } }
        for connection in connections.prefix(2) { #expect(shares.enter(connection, of: "a") == nil) }
        // It turns out to have a response that is not sent to its end.
        let first = shares.enter(connections[2], of: "a")
        first?.hasUnsent.store(true, ordering: .relaxed)
        let second = first.flatMap { shares.enter($0, of: "a", for: connections[2]) }
        #expect(second !== first && second !== connections[2] && second != nil)
        // No other one is left.
        second?.hasUnsent.store(true, ordering: .relaxed)
        #expect(second.flatMap { shares.enter($0, of: "a", for: connections[2]) } == nil)
        let late = ConnectionShares.Connection { _, _ in }
        #expect(shares.enter(late, of: "a") === connections[2])
    }
}
