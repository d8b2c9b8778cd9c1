#if os(Linux)
import Foundation
import LinkIndexTestSupport
import Testing

@testable import LinkIndexServer

/// Tests answers of which the system takes only the beginning, because their clients read slowly.
@Suite(.timeLimit(.minutes(20))) struct LongAnswerTests {
    private static let pages = (1...50).map { "https://a.example/long/\($0)" }
    /// Ends of a request line: some end the connection, so that a route answers, and one does not.
    private static let endings = ["HTTP/1.0", "HTTP/1.1\r\nConnection: close", "HTTP/1.1"]
    private static let target = "/?ids=\(pages.map(encoded).joined(separator: ","))"

    private static func request(_ ending: String) -> String {
        let parts = ending.split(separator: "\r\n", maxSplits: 1).map(String.init)
        return "GET \(target) \(parts[0])\r\nHost: a\r\n\(parts.dropFirst().map { "\($0)\r\n" }.joined())\r\n"
    }

    private static let options = IndexServerOptions.with {
        $0.requestsPerMinute = 0
        // No client is disconnected for being slow.
        ($0.requestTimeout, $0.idleTimeout) = (6_000, 3_600)
    }

    /// Runs a test with a server whose pages have long answers.
    private static func run(
        _ options: IndexServerOptions = LongAnswerTests.options,
        _ body: @Sendable (ServerFixture) async throws -> Void
    ) async throws {
        try await ServerFixture.run(options) { server in
            let tag = "<meta property=al:ios:url content=a://\(String(repeating: "x", count: 3_000))>"
            for page in pages { server.sites.set(page, String(repeating: tag, count: 10)) }
            try await body(server)
        }
    }

    /// Repeats a request until the answer is kept, and returns the answer.
    ///
    /// If the server has short time limits, a busy machine may read too slowly for some of the responses.
    private static func keptAnswer(_ port: Int) async throws -> String {
        var answers: [String] = []
        for _ in 0..<100 where answers.count < 2 {
            let socket = try RawSocket(port: port)
            try socket.send(request("HTTP/1.0"))
            let answer = await socket.waitForEnd()
            if answer.hasPrefix("HTTP/1.1 200 "), isWhole(answer) { answers.append(answer) }
        }
        try #require(answers.count == 2, "no response arrived as a whole")
        let body = try #require(answers.last?.components(separatedBy: "\r\n\r\n").last)
        try #require(body.utf8.count > 1 << 20)
        return body
    }

    /// Whether a response has its whole body, an object of JSON.
    private static func isWhole(_ response: String) -> Bool {
        guard let body = response.components(separatedBy: "\r\n\r\n").last else { return false }
        return (try? JSONSerialization.jsonObject(with: Data(body.utf8))) != nil
    }

    private static func expectWhole(_ response: String, _ body: String) {
        #expect(response.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(response.hasSuffix("\r\n\r\n\(body)"), "\(response.utf8.count) bytes")
    }

    @Test(arguments: endings) func aClientThatEndsSendingGetsAllOfIt(_ ending: String) async throws {
        try await Self.run { server in
            try await server.alone { (port: Int) async throws in
                let body = try await Self.keptAnswer(port)
                for _ in 0..<3 {
                    let socket = try RawSocket(port: port, hasSmallBuffers: true)
                    try socket.send(Self.request(ending))
                    socket.endSending()
                    Self.expectWhole(await socket.waitForEnd(), body)
                }
            }
        }
    }

    @Test(arguments: endings.dropLast()) func whatFollowsTheLastRequestIsNotAnswered(_ ending: String) async throws {
        try await Self.run { server in
            try await server.alone { (port: Int) async throws in
                let body = try await Self.keptAnswer(port)
                let socket = try RawSocket(port: port, hasSmallBuffers: true)
                try socket.send(Self.request(ending))
                let start = await socket.receive()
                for _ in 0..<3 { try socket.send(Self.request("HTTP/1.1")) }
                socket.endSending()
                Self.expectWhole(start + (await socket.waitForEnd()), body)
                #expect(server.registry.text().contains("applinks_index_requests_total{status=\"200\"} 3"))
            }
        }
    }

    @Test(arguments: endings)
    func aClientThatReadsSlowlyIsNotClosedForAnotherOfItsAddress(_ ending: String) async throws {
        var options = Self.options
        options.connectionLimit = 8
        try await Self.run(options) { server in
            try await server.alone { (port: Int) async throws in
                let body = try await Self.keptAnswer(port)
                // These are all connections of an address except one.
                var slow: [(socket: RawSocket, start: String)] = []
                for _ in 0..<3 {
                    let socket = try RawSocket(port: port, hasSmallBuffers: true)
                    try socket.send(Self.request(ending))
                    slow.append((socket, await socket.receive()))
                }
                var idle: [RawSocket] = []
                for _ in 0..<3 {
                    let socket = try RawSocket(port: port)
                    try socket.send("GET /health HTTP/1.1\r\nHost: a\r\n\r\n")
                    #expect(await socket.receive().hasPrefix("HTTP/1.1 200"))
                    idle.append(socket)
                }
                // Only connections without a response are closed to make room for others.
                for socket in idle.dropLast() { await socket.waitForEnd() }
                for (socket, start) in slow {
                    socket.endSending()
                    Self.expectWhole(start + (await socket.waitForEnd()), body)
                }
            }
        }
    }

    @Test(arguments: endings) func aServerThatStopsSendsItToItsEnd(_ ending: String) async throws {
        try await Self.run { server in
            try await server.stoppable { port, stop in
                let body = try await Self.keptAnswer(port)
                let socket = try RawSocket(port: port, hasSmallBuffers: true)
                try socket.send(Self.request(ending))
                // The server has begun the response when it stops.
                var start = ""
                while start.utf8.count < 500_000 {
                    let piece = await socket.receive()
                    try #require(!piece.isEmpty)
                    start += piece
                }
                await stop()
                // The server accepts no more connections, so it has notified the existing ones.
                while let late = try? RawSocket(port: port) {
                    try late.send("GET /health HTTP/1.0\r\n\r\n")
                    await late.waitForEnd()
                }
                Self.expectWhole(start + (await socket.waitForEnd()), body)
            }
        }
    }

    @Test(arguments: endings) func aClientThatReadsNothingIsDisconnected(_ ending: String) async throws {
        var options = Self.options
        options.connectionLimit = 1
        options.requestTimeout = 1
        options.idleTimeout = 1
        try await Self.run(options) { server in
            try await server.alone { (port: Int) async throws in
                let body = try await Self.keptAnswer(port)
                // Sometimes the system takes all of a response; then the next client is used.
                for _ in 0..<10 {
                    let socket = try RawSocket(port: port, hasSmallBuffers: true)
                    try socket.send(Self.request(ending))
                    let start = await socket.receive()
                    // The client has the only connection until it is disconnected.
                    let other = try RawSocket(port: port, from: 0x7f00_0002)
                    try other.send("GET /health HTTP/1.0\r\n\r\n")
                    #expect(await other.waitForEnd().hasPrefix("HTTP/1.1 200"))
                    let response = start + (await socket.waitForEnd())
                    #expect(response.hasPrefix("HTTP/1.1 200"))
                    if !response.hasSuffix(body) { return }
                }
                Issue.record("every client was sent the whole response")
            }
        }
    }
}
#endif
