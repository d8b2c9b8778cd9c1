#if os(Linux)
import Foundation
import Logging
import NIOCore
import Synchronization
import Testing

@testable import LinkIndexServer

/// Requests that have arrived when their connection is accepted.
@Suite(.timeLimit(.minutes(20)))
struct AcceptedRequestTests {
    private static let target = FinishedAnswerTests.target
    private static let request = "GET \(target) HTTP/1.0\r\nHost: index\r\n\r\n"

    @Test(arguments: [
        request, "GET \(target) HTTP/1.0\r\nHost: a\r\nConnection: close\r\n\r\n",
        "GET \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    ])
    func aConnectionForOneRequestEndsBeforeItIsSetUp(_ request: String) async throws {
        let lines = Atomic(0)
        var options = IndexServerOptions()
        options.requestLog = Logger(label: "requests") { label in
            JSONLogHandler(label: label) { _ in lines.add(1, ordering: .relaxed) }
        }
        try await ServerFixture.run(options) { server in
            try await AcceptingListener(server).run { (listener: AcceptingListener) async throws in
                for _ in 0..<20 {
                    let response = await (try listener.connect(request)).waitForEnd()
                    #expect(response.hasPrefix("HTTP/1.1 200 OK\r\nDate: "))
                    #expect(response.contains("\r\nConnection: close\r\n"))
                    #expect(response.contains("\r\nETag: \"015abd7f5cc57a2dd94b7590f04ad808\"\r\n"))
                    #expect(response.hasSuffix("\r\n\r\n{\"a\":1}"))
                }
                #expect(listener.passed.all == [])
            }
            #expect(server.registry.text().contains("applinks_index_requests_total{status=\"200\"} 20"))
            #expect(lines.load(ordering: .relaxed) == 20)
        }
    }

    @Test(arguments: [
        "", "G", "GET \(target) HTTP/1.0\r\nHost: index\r\n", "GET \(target) HTTP/1.1\r\nHost: index\r\n\r\n",
        "GET \(target)1 HTTP/1.0\r\nHost: index\r\n\r\n", "GET /health HTTP/1.0\r\nHost: index\r\n\r\n",
        "HEAD \(target) HTTP/1.0\r\nHost: index\r\n\r\n", "\(request)\(request)", "\(request)\r\n",
        "GET \(target) HTTP/1.0\r\nHost: index\r\nIf-None-Match: *\r\n\r\n",
        "POST /v1/links HTTP/1.0\r\nHost: index\r\nContent-Length: 2\r\n\r\n{}", "\u{16}\u{3}\u{1}\u{2}",
        "GET \(target) HTTP/1.0\r\nHost: index\r\nX: \(String(repeating: "x", count: RequestHead.byteLimit))\r\n\r\n",
    ])
    func allElseIsPassedOnWithItsBytes(_ text: String) async throws {
        try await ServerFixture.run { server in
            try await AcceptingListener(server).run { (listener: AcceptingListener) async throws in
                #expect(try await listener.ask(text) == "")
                #expect(listener.passed.all == [text])
            }
            #expect(!server.registry.text().contains("applinks_index_requests_total{status=\"200\"} 1"))
        }
    }

    @Test func anAddressOverItsLimitIsPassedOn() async throws {
        var options = IndexServerOptions()
        options.requestsPerMinute = 2
        options.proxies = try #require(TrustedProxies(["127.0.0.3"], field: .xForwardedFor))
        try await ServerFixture.run(options) { server in
            try await AcceptingListener(server).run { (listener: AcceptingListener) async throws in
                func isAnswered(from source: UInt32, _ field: String = "") async throws -> Bool {
                    let request = "GET \(Self.target) HTTP/1.0\r\nHost: a\r\n\(field)\r\n"
                    return try await listener.ask(request, from: source).hasPrefix("HTTP/1.1 200")
                }
                var answers: [Bool] = []
                for _ in 0..<3 { answers.append(try await isAnswered(from: 0x7f00_0001)) }
                // What an address writes that is no proxy's does not count.
                for client in 1...3 {
                    answers.append(try await isAnswered(from: 0x7f00_0002, "X-Forwarded-For: 9.9.9.\(client)\r\n"))
                }
                for client in [1, 1, 1, 2] {
                    answers.append(try await isAnswered(from: 0x7f00_0003, "X-Forwarded-For: 9.9.9.\(client)\r\n"))
                }
                #expect(answers == [true, true, false, true, true, false, true, true, false, true])
            }
        }
    }

    @Test func whatTheSystemDoesNotTakeOfALongResponseFollows() async throws {
        try await ServerFixture.run { server in
            let body = String(repeating: "0123456789abcdef", count: 1 << 20)
            try await AcceptingListener(server, body: body).run { (listener: AcceptingListener) async throws in
                for _ in 0..<4 {
                    let response = await (try listener.connect(Self.request)).waitForEnd()
                    #expect(response.hasPrefix("HTTP/1.1 200 OK\r\n"))
                    #expect(response.utf8.count > body.utf8.count && response.hasSuffix("\r\n\r\n" + body))
                }
            }
            #expect(server.registry.text().contains("applinks_index_requests_total{status=\"200\"} 4"))
        }
    }

    @Test func aClientThatIsGoneEndsItsConnection() async throws {
        try await ServerFixture.run { server in
            try await AcceptingListener(server).run { (listener: AcceptingListener) async throws in
                for _ in 0..<3 {
                    let socket = try RawSocket(port: listener.channel.localAddress?.port ?? 0)
                    try socket.send(Self.request)
                    socket.resetAtEnd()
                }
                let response = await (try listener.connect(Self.request)).waitForEnd()
                #expect(response.hasPrefix("HTTP/1.1 200 OK\r\n"))
            }
        }
    }

    @Test func theServerAnswersBeforeItSetsAConnectionUp() async throws {
        var options = IndexServerOptions()
        // The only request of a connection is also its last, which its own handlers leave to those behind the decoder. These write
        // the date at the end.
        options.requestsPerConnection = 1
        try await ServerFixture.run(options) { server in
            try await server.alone { (port: Int) async throws in
                // The first ones fetch and keep the answer; another may be late for its connection.
                for _ in 0..<100 {
                    let socket = try RawSocket(port: port)
                    try socket.send(Self.request)
                    let response = await socket.waitForEnd()
                    #expect(response.hasPrefix("HTTP/1.1 200 OK\r\n"))
                    if response.hasPrefix("HTTP/1.1 200 OK\r\nDate: ") { return }
                }
                Issue.record("every connection was set up")
            }
        }
    }

    @Test func theServerAnswersSoAfterAnAnswerIsKept() async throws {
        try await ServerFixture.run { server in
            try await server.alone { (port: Int) async throws in
                var bodies: Set<String> = []
                for _ in 0..<6 {
                    let socket = try RawSocket(port: port)
                    try socket.send(Self.request)
                    let response = await socket.waitForEnd()
                    #expect(response.hasPrefix("HTTP/1.1 200 OK\r\n"))
                    let body = response.split(separator: "\r\n\r\n").last.map(String.init) ?? ""
                    bodies.insert(body.replacing(/"20[^"]*Z"|"(fetched|cache)"/, with: "X"))
                }
                #expect(bodies.count == 1)
                #expect(server.registry.text().contains("applinks_index_requests_total{status=\"200\"} 6"))
            }
        }
    }
}
#endif
