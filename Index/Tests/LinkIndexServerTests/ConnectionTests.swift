#if os(Linux)
import Testing

@testable import LinkIndexServer

/// Tests how clients can affect others with their connections.
@Suite(.timeLimit(.minutes(20))) struct ConnectionTests {
    private static let request = "GET \(ServerFixture.links) HTTP/1.0\r\nHost: a\r\n\r\n"

    @Test func connectionsThatSendNothingOrLittleKeepNobodyWaitingAndEnd() async throws {
        try await ServerFixture.run(.with { $0.requestTimeout = 1 }) { server in
            try await server.alone { (port: Int) async throws in
                var silent: [RawSocket] = []
                for number in 0..<40 {
                    let socket = try RawSocket(port: port)
                    if number.isMultiple(of: 2) { try socket.send("G") }
                    silent.append(socket)
                    let other = try RawSocket(port: port)
                    try other.send(Self.request)
                    #expect(await other.waitForEnd().hasPrefix("HTTP/1.1 200"))
                }
                for socket in silent { await socket.waitForEnd() }
            }
        }
    }

    @Test func whoHasNoConnectionYetIsAnsweredWhenAnotherEnds() async throws {
        var options = IndexServerOptions()
        options.connectionLimit = 1
        options.requestTimeout = 6_000
        options.idleTimeout = 3_600
        try await ServerFixture.run(options) { server in
            try await server.alone { (port: Int) async throws in
                for _ in 0..<5 {
                    let first = try RawSocket(port: port)
                    try first.send("GET \(ServerFixture.links) HTTP/1.1\r\nHost: a\r\n\r\n")
                    #expect(await first.receive().hasPrefix("HTTP/1.1 200"))
                    let others = try (2..<5).map { try RawSocket(port: port, from: 0x7f00_0000 + $0) }
                    for other in others { try other.send(Self.request) }
                    #expect(others.allSatisfy { !$0.readsEnd() })
                    first.endSending()
                    for other in others { #expect(await other.waitForEnd().hasPrefix("HTTP/1.1 200")) }
                }
            }
        }
    }

    @Test func aClientThatResetsItsConnectionLeavesNothingBehind() async throws {
        try await ServerFixture.run(.with { ($0.connectionLimit, $0.requestTimeout) = (4, 6_000) }) { server in
            try await server.alone { (port: Int) async throws in
                for number in 0..<60 {
                    let socket = try RawSocket(port: port)
                    try socket.send(String(Self.request.prefix(number.isMultiple(of: 2) ? 500 : number)))
                    socket.resetAtEnd()
                }
                // If one of these connections stayed open, more clients than the limit could not be answered.
                for _ in 0..<8 {
                    let socket = try RawSocket(port: port)
                    try socket.send(Self.request)
                    #expect(await socket.waitForEnd().hasPrefix("HTTP/1.1 200"))
                }
            }
        }
    }
}
#endif
