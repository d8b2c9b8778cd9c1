#if os(Linux)
import Foundation
import Logging
import NIOCore
import Synchronization
import Testing

@testable import LinkIndexServer

/// Who has their answer before the connection is set up, and what others with their connections can do about it.
@Suite(.timeLimit(.minutes(20)))
struct AcceptedConnectionTests {
    private static let target = FinishedAnswerTests.target

    private static func request(_ fields: String = "", path: String = target) -> String {
        "GET \(path) HTTP/1.0\r\nHost: a\r\n\(fields)\r\n"
    }

    private static func isAnswered(_ listener: AcceptingListener, _ request: String) async throws -> Bool {
        let response = try await listener.ask(request)
        #expect(response.isEmpty || response.hasPrefix("HTTP/1.1 200 OK\r\n"))
        return !response.isEmpty
    }

    @Test func clientsOfOtherKindsOfAddressesHaveALimitToo() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).socket").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        var options = IndexServerOptions()
        options.requestsPerMinute = 2
        for address in [try SocketAddress(ipAddress: "::1", port: 0), try SocketAddress(unixDomainSocketPath: path)] {
            try await ServerFixture.run(options) { server in
                try await AcceptingListener(server, at: address).run { (listener: AcceptingListener) async throws in
                    var answers: [Bool] = []
                    for _ in 0..<3 { answers.append(try await Self.isAnswered(listener, Self.request())) }
                    #expect(answers == [true, true, false])
                    // The others count for the same client.
                    let name = listener.limits.options.proxies.client(of: address) { "" }
                    #expect(listener.limits.buckets.take(1, from: name, perMinute: 2) != nil, "\(name)")
                }
            }
        }
    }

    @Test func aKeyCountsAsLongAsItIsRemembered() async throws {
        var options = IndexServerOptions()
        options.keys = .required
        options.keyRequestsPerMinute = 4
        try await ServerFixture.run(options) { server in
            let secret = try await server.addKey("a")
            let seconds = Atomic(0)
            let time: @Sendable () -> Duration = { .seconds(seconds.load(ordering: .relaxed)) }
            try await AcceptingListener(server, now: time).run { (listener: AcceptingListener) async throws in
                let asked = Self.request("Authorization: Bearer \(secret.text)\r\n")
                #expect(try await !Self.isAnswered(listener, asked), "the node does not know the key yet")
                #expect(try await !Self.isAnswered(listener, Self.request()))
                _ = try await listener.limits.key(secret, from: "a")
                let response = try await listener.ask(asked)
                #expect(response.contains("\r\nVary: Authorization\r\n") && response.contains(": private, max-age="))
                let path = "\(Self.target)&access_token=\(secret.text)"
                #expect(try await Self.isAnswered(listener, Self.request(path: path)))
                #expect(try await !Self.isAnswered(listener, Self.request("Authorization: Bearer x\r\n")))
                #expect(try await !Self.isAnswered(listener, asked.replacing("Bearer", with: "Basic")))
                #expect(try await server.store.revokeAPIKey(named: "a"))
                #expect(try await Self.isAnswered(listener, asked))
                seconds.store(10, ordering: .relaxed)
                #expect(try await !Self.isAnswered(listener, asked), "it was revoked")
                #expect(try await listener.limits.key(secret, from: "a") == nil)
                #expect(try await !Self.isAnswered(listener, asked))
            }
        }
    }

    @Test func aKeyOverItsLimitIsPassedOn() async throws {
        var options = IndexServerOptions()
        options.keyRequestsPerMinute = 1
        try await ServerFixture.run(options) { server in
            let secret = try await server.addKey("a")
            try await AcceptingListener(server).run { (listener: AcceptingListener) async throws in
                _ = try await listener.limits.key(secret, from: "a")
                let asked = Self.request("Authorization: Bearer \(secret.text)\r\n")
                #expect(try await Self.isAnswered(listener, asked))
                #expect(try await !Self.isAnswered(listener, asked))
                // Without the key the address counts.
                #expect(try await Self.isAnswered(listener, Self.request()))
            }
        }
    }

    @Test func whoAProxyAsksForInTwoWaysIsForOthersToSay() async throws {
        var options = IndexServerOptions()
        options.proxies = try #require(TrustedProxies(["127.0.0.1"], field: .forwarded))
        try await ServerFixture.run(options) { server in
            try await AcceptingListener(server).run { (listener: AcceptingListener) async throws in
                let one = "Forwarded: for=1.1.1.1\r\n"
                #expect(try await Self.isAnswered(listener, Self.request(one)))
                #expect(try await !Self.isAnswered(listener, Self.request(one + one)))
                // A line that goes on in the next one.
                #expect(
                    try await !Self.isAnswered(listener, Self.request("Forwarded: for=1.1.1.1,\r\n for=2.2.2.2\r\n"))
                )
                #expect(try await !Self.isAnswered(listener, Self.request("Forwarded : for=2.2.2.2\r\n")))
                #expect(try await !Self.isAnswered(listener, Self.request("\r\nForwarded: for=2.2.2.2\r\n")))
            }
        }
    }

    @Test func itIsLoggedAndCountedLikeARequestBehindTheDecoder() async throws {
        let lines = Mutex<[String]>([])
        var options = IndexServerOptions()
        options.requestLog = Logger(label: "requests") { label in
            JSONLogHandler(label: label) { line in lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) } }
        }
        try await ServerFixture.run(options) { server in
            let secret = try await server.addKey("a")
            try await server.alone { (port: Int) async throws in
                let path = "\(Self.target)&key=\(secret.text)"
                for _ in 0..<4 {
                    let socket = try RawSocket(port: port)
                    try socket.send(Self.request(path: path))
                    #expect(await socket.waitForEnd().hasPrefix("HTTP/1.1 200"))
                }
            }
            let objects = try lines.withLock { lines in
                try lines.map { try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
            }
            #expect(objects.count == 4)
            for object in objects {
                #expect(Set(object.keys) == Set(objects[0].keys))
                // Where the first was fetched, the others come from the cache.
                #expect((object["bytes"] as? Int ?? 0) > 1_000)
                for name in ["method", "route", "status", "key", "message"] {
                    #expect("\(object[name] ?? "-")" == "\(objects[0][name] ?? "+")", "\(name)")
                }
            }
            #expect(Set(objects.compactMap { $0["request_id"] as? String }).count == 4)
            let metrics = server.registry.text()
            #expect(metrics.contains("applinks_index_requests_total{status=\"200\"} 4"))
            #expect(metrics.contains("applinks_index_request_seconds_count 4"))
        }
    }

    @Test func connectionsThatSendNothingOrLittleKeepNobodyWaitingAndEnd() async throws {
        var options = IndexServerOptions()
        options.requestTimeout = 1
        try await ServerFixture.run(options) { server in
            try await server.alone { (port: Int) async throws in
                var silent: [RawSocket] = []
                for number in 0..<40 {
                    let socket = try RawSocket(port: port)
                    if number.isMultiple(of: 2) { try socket.send("G") }
                    silent.append(socket)
                    let other = try RawSocket(port: port)
                    try other.send(Self.request())
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
                    try first.send("GET \(Self.target) HTTP/1.1\r\nHost: a\r\n\r\n")
                    #expect(await first.receive().hasPrefix("HTTP/1.1 200"))
                    let others = try (2..<5).map { try RawSocket(port: port, from: 0x7f00_0000 + $0) }
                    for other in others { try other.send(Self.request()) }
                    #expect(others.allSatisfy { !$0.readsEnd() })
                    first.endSending()
                    for other in others { #expect(await other.waitForEnd().hasPrefix("HTTP/1.1 200")) }
                }
            }
        }
    }

    @Test func aClientThatResetsItsConnectionLeavesNothingBehind() async throws {
        var options = IndexServerOptions()
        options.connectionLimit = 4
        options.requestTimeout = 6_000
        try await ServerFixture.run(options) { server in
            try await server.alone { (port: Int) async throws in
                for number in 0..<60 {
                    let socket = try RawSocket(port: port)
                    try socket.send(String(Self.request().prefix(number.isMultiple(of: 2) ? 500 : number)))
                    socket.resetAtEnd()
                }
                // More than all connections could not be answered if one of them were left.
                for _ in 0..<8 {
                    let socket = try RawSocket(port: port)
                    try socket.send(Self.request())
                    #expect(await socket.waitForEnd().hasPrefix("HTTP/1.1 200"))
                }
            }
        }
    }
}
#endif
