import NIOCore
import Synchronization
import Testing

@testable import LinkIndexServer

@Suite(.timeLimit(.minutes(20))) struct ConnectionShareTests {
    #if os(Linux)
    @Test func idleConnectionsOfOneAddressLeaveHalfOfThemToOthers() async throws {
        var options = IndexServerOptions()
        options.connectionLimit = 8
        // No client is disconnected for being slow.
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
                    // The others end because this side ends them.
                    for socket in idle { socket.endSending() }
                    try await group.waitForAll()
                }
            }
        }
    }
    #endif

    #if os(Linux)
    /// Connections that are not idle also count: each waits for a page that does not arrive.
    @Test func busyConnectionsOfOneAddressLeaveHalfOfThemToOthers() async throws {
        try await ServerFixture.run(.with { ($0.connectionLimit, $0.requestTimeout) = (8, 6_000) }) { server in
            let gate = server.sites.hold("https://slow.example/")
            try await server.alone { (port: Int) async throws in
                let busy = try (0..<20).map { _ in
                    let socket = try RawSocket(port: port)
                    try socket.send("GET /v1/links?url=https://slow.example/ HTTP/1.1\r\nHost: a\r\n\r\n")
                    return socket
                }
                var others: [RawSocket] = []
                for _ in 0..<4 {
                    let other = try RawSocket(port: port, from: 0x7f00_0002)
                    try other.send("GET /health HTTP/1.1\r\nHost: a\r\n\r\n")
                    #expect(await other.receive().hasPrefix("HTTP/1.1 200"))
                    others.append(other)
                }
                gate.set(result: ())
                for socket in busy { socket.endSending() }
                var answers = 0
                for socket in busy where await socket.waitForEnd().hasPrefix("HTTP/1.1 200") { answers += 1 }
                #expect(answers == 4, "the first four, and none was cut off for a later one")
                for socket in others { socket.endSending() }
            }
        }
    }
    #endif

    private static func connection() -> ConnectionShares.Connection {
        ConnectionShares.Connection(closeIfIdle: { _, _ in }, refuse: {})
    }

    /// Adds a connection, and returns the one that must close: `nil` if there is room, the new one if it is refused, or the one
    /// that it replaces.
    private static func enter(
        _ connection: ConnectionShares.Connection,
        _ shares: ConnectionShares,
        _ address: String = "a",
        for newcomer: ConnectionShares.Connection? = nil
    ) -> ConnectionShares.Connection? {
        switch shares.enter(connection, of: address, for: newcomer) {
        case .room: nil
        case .replaces(let idle): idle
        case .refused: newcomer ?? connection
        }
    }

    @Test func aConnectionWithARequestIsNotClosedForAnother() {
        let shares = ConnectionShares(limit: 8)
        let connections = (0..<4).map { _ in Self.connection() }
        for connection in connections {
            connection.hasRequest.store(true, ordering: .relaxed)
            #expect(Self.enter(connection, shares) == nil)
        }
        let refused = Self.connection()
        #expect(Self.enter(refused, shares) === refused)
        shares.leave(refused, of: "a")
        connections[3].hasRequest.store(false, ordering: .relaxed)
        #expect(Self.enter(Self.connection(), shares, "b") == nil, "it has its own share")
        #expect(Self.enter(Self.connection(), shares) === connections[3])
        for connection in connections { shares.leave(connection, of: "a") }
        #expect(Self.enter(Self.connection(), shares) == nil)
    }

    @Test func aConnectionThatIsInUseIsClosedAfterThoseThatAreNot() {
        let shares = ConnectionShares(limit: 8)
        let connections = (0..<4).map { _ in Self.connection() }
        for connection in connections { #expect(Self.enter(connection, shares) == nil) }
        for connection in connections where connection !== connections[2] {
            connection.wasUsed.store(true, ordering: .relaxed)
        }
        #expect(Self.enter(Self.connection(), shares) === connections[2])
        // The others had no request since then, so they are closed next, each only once.
        var closed: [ConnectionShares.Connection] = []
        for _ in 0..<200 {
            guard let one = Self.enter(Self.connection(), shares) else { break }
            #expect(!closed.contains { $0 === one })
            closed.append(one)
        }
        #expect(closed.count == 200)
    }

    @Test func aConnectionThatIsNotClosedCountsAgainAndAnotherIsClosedForIt() {
        let shares = ConnectionShares(limit: 4)
        let connections = (0..<3).map { _ in Self.connection() }
        for connection in connections.prefix(2) { #expect(Self.enter(connection, shares) == nil) }
        // The connection turns out to have a response that is not completely sent.
        let first = Self.enter(connections[2], shares)
        first?.hasUnsent.store(true, ordering: .relaxed)
        let second = first.flatMap { Self.enter($0, shares, for: connections[2]) }
        #expect(second !== first && second !== connections[2] && second != nil)
        // No other connection is left, so the new one is closed.
        second?.hasUnsent.store(true, ordering: .relaxed)
        #expect(second.flatMap { Self.enter($0, shares, for: connections[2]) } === connections[2])
        let late = Self.connection()
        #expect(Self.enter(late, shares) === late)
    }
}
